"""The judge's pages, request by request: positions, offers, refusals, questions, and hostile input."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.shelf import MOST_GAMES
from rulehound_testing.served import EDITION, POSITION, client, desk, in_words, offers, opened_game

EFFECTS = '[Greymon]\neffects = [{ timing = "when-attacking", steps = [{ do = "draw" }] }]'


def tried(pages, action: str, at: int = 0, number: int = 1):  # type: ignore[no-untyped-def]
    return pages.post(f"/games/{number}/try", data={"action": action, "at": at})


def test_a_typed_position_is_put_on_the_board() -> None:
    _, page = opened_game()
    assert list(offers(page)) == ["play Gabumon (cost 3)", "attack the player with Greymon", "pass"]
    text = in_words(page)
    assert "You decide: main." in text
    assert "[Greymon Lv.4 5000 DP +1]" in text
    assert 'src="data:image/svg+xml;base64,' in page
    assert "attack the player with Greymon attack.targets" in text


def test_what_is_not_offered_is_listed_with_rule_clause_and_remedy() -> None:
    _, page = opened_game()
    text = in_words(page)
    assert "attack Patamon with Greymon attack.targets" in text
    assert "Rulehound Rulebook 1.1, 11-3-1" in text
    assert "It would be legal if Patamon were suspended." in text


def test_a_refused_attempt_shows_the_engines_reasons_with_their_rules() -> None:
    pages, _ = opened_game()
    page = tried(pages, '{"action": "attack", "attacker": "p1", "target": "p2"}').text
    text = in_words(page)
    assert "Step 1: you tried: attack Patamon with Greymon Refused" in text
    assert "attack.targets An attack is aimed at the opponent or at a suspended Digimon" in text
    assert "attack the player with Greymon" in offers(page)


def test_a_question_is_answered_as_ask_does() -> None:
    pages, _ = opened_game()
    text = in_words(pages.get("/games/1", params={"question": "may I attack Patamon with Greymon"}).text)
    assert "No attack Patamon with Greymon attack.targets" in text
    assert "By edition manual-2.3; the same by fan-2020" in text


def test_where_editions_differ_the_answer_says_so() -> None:
    text = "phase breeding; me: breeding Koromon(digi-egg, 2); opponent: deck 5"
    pages, page = opened_game(text)
    assert "Otherwise by fan-2020, detailed-1.0" in in_words(page)
    asked = in_words(pages.get("/games/1", params={"question": "may I move"}).text)
    assert "The difference What may not stand in the battle area" in asked
    _, other = opened_game(text, edition="detailed-1.0")
    assert "move battle.level-2" in in_words(other)


def test_the_picture_of_a_rule_is_that_of_its_clauses() -> None:
    pages, page = opened_game()
    address = re.search(r'href="/[^/]+(/rules/attack.targets.png)"', page)
    assert address
    picture = pages.get(address[1])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert pages.get("/rules/no.such.png").status_code == 404


def test_the_examples_of_the_first_page_can_be_put_on_the_board() -> None:
    page = client().get("/").text
    text, facts, attributes = (
        unescape(each) for each in re.findall(r"xample <code[^>]*>(.*?)</code>", page, re.DOTALL)
    )
    pages, game = opened_game(text, facts)
    assert "attack the player with Greymon" in offers(game)
    card = {"side": "me", "area": "battle", "name": "Other", "attributes": attributes, "facts": ""}
    data = {f"card-{name}": value for name, value in card.items()} | {
        "text": text,
        "edition": EDITION,
        "add": "1",
    }
    assert pages.post("/position", data=data).status_code == 200


def test_a_position_that_makes_no_sense_is_said_so_with_what_was_typed() -> None:
    pages = client()
    shown = pages.post("/position", data={"text": "me: memry <3>", "edition": EDITION})
    assert shown.status_code == 422
    assert "position:1:5: 'memry <3>' lies in no area; did you mean memory?" in in_words(shown.text)
    assert "memory?." not in shown.text
    assert 'role="alert"' in shown.text
    assert ">me: memry &lt;3&gt;</textarea>" in shown.text


def test_a_position_that_no_engine_takes_is_asked_about_all_the_same() -> None:
    _, page = opened_game("me: battle Greymon(4); turn opponent; opponent: battle Devimon(4, attacking)")
    text = in_words(page)
    assert "The engine cannot set up this position" in text
    assert offers(page) == {}
    assert "block with Greymon" in text


def test_cards_are_added_by_a_form_with_effects() -> None:
    pages = client()
    card = {"side": "me", "area": "battle", "name": 'Grey "mon"', "attributes": "4, 5000 DP"}
    data = {f"card-{name}": value for name, value in card.items()}
    data["card-facts"] = 'effects = [{ timing = "when-attacking", steps = [{ do = "draw" }] }]'
    shown = pages.post("/position", data={**data, "text": "me: memory 3", "edition": EDITION, "add": "1"})
    assert shown.status_code == 200
    text, facts = (
        unescape(each) for each in re.findall(r"<textarea[^>]*>(.*?)</textarea>", shown.text, re.DOTALL)[:2]
    )
    assert text == 'me: memory 3\nme: battle "Grey ""mon"""(4, 5000 DP)'
    opened = pages.post("/position", data={"text": text, "facts": facts, "edition": EDITION}).text
    after = in_words(tried(pages, offers(opened)['attack the player with Grey "mon"']).text)
    assert 'an effect of Grey "mon" is activated player 1 draws 1, by an effect' in after


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("name", "", "the card has no name"),
        ("attributes", "4, purpel", "'purpel' says nothing of a card; did you mean purple?"),
        ("facts", "effects = [", "more facts: Invalid value"),
        ("facts", "[[effects]]\ntiming = 'on-play'", "tables of their own"),
    ],
)
def test_a_card_that_makes_no_sense_is_not_added(field: str, value: str, problem: str) -> None:
    card = {"side": "me", "area": "hand", "name": "Greymon", "attributes": "4", "facts": "", field: value}
    data = {f"card-{name}": each for name, each in card.items()}
    shown = client().post("/position", data={**data, "text": "me: memory 3", "edition": EDITION, "add": "1"})
    assert shown.status_code == 422
    assert problem in in_words(shown.text)
    assert ">me: memory 3</textarea>" in shown.text


def test_a_scenario_is_searched_and_opened_after_some_steps() -> None:
    pages = client()
    found = pages.get("/", params={"find": "blitz memory keyword.blitz"}).text
    assert re.search(r'name="name" value="rulings/blitz-\d+/?\d*"', found)
    page = pages.post("/scenario", data={"name": "rulings/blitz-03/1", "steps": "1", "edition": EDITION}).text
    assert "rulings/blitz-03/1: " in in_words(page)
    assert "Step 1: you chose" in in_words(page)


def test_a_new_game_begins_and_is_the_same_for_the_same_seed() -> None:
    first, again, other = (
        in_words(client().post("/new", data={"seed": seed, "edition": EDITION}).text) for seed in (7, 7, 8)
    )
    assert "A new game, seed 7" in first
    assert first == again
    assert other.replace("seed 8", "seed 7") != first


def test_a_game_is_played_step_by_step_and_undone() -> None:
    pages, page = opened_game(facts=EFFECTS)
    after = tried(pages, offers(page)["attack the player with Greymon"]).text
    assert "an attack of Greymon is declared Greymon is suspended Greymon attacks" in in_words(after)
    assert "The opponent decides: block." in in_words(after)
    before = pages.post("/games/1/undo", data={"at": 1}).text
    assert in_words(before) == in_words(page)


def test_a_game_is_played_to_its_end_the_same_way_for_the_same_seed() -> None:
    ends = []
    for seed in (3, 3, 4):
        pages = client()
        pages.post("/new", data={"seed": 7, "edition": EDITION})
        ends.append(in_words(pages.post("/games/1/random", data={"at": 0, "seed": seed, "end": 1}).text))
    assert "Nobody decides: the game is over." in ends[0]
    assert ends[0] == ends[1] != ends[2]


def test_a_page_lists_what_the_typed_position_leaves_out() -> None:
    page = in_words(opened_game("me: battle Greymon(4), hand 1, trash 0, security 5, egg deck 0")[1])
    assert "Empty at the start, because the position does not say: opponent: hand, trash, security," in page
    assert "Added at the start, because the position does not say: me: deck 20; opponent: deck 20." in page


def test_a_game_that_is_over_says_who_won_and_why_and_offers_no_more() -> None:
    pages, page = opened_game("me: memory 3, battle Greymon(4); opponent: security 0")
    assert "Play on at random" in in_words(page)
    after = in_words(tried(pages, offers(page)["attack the player with Greymon"]).text)
    assert "Nobody decides: the game is over. You win by an attack on a player without security." in after
    assert "game.win-attack" in after
    assert "Play on at random" not in after


def test_a_random_opponent_answers_and_is_undone_with_the_own_action() -> None:
    pages, page = opened_game()
    pages.post("/games/1/random", data={"at": 0, "seed": 5, "opponent": 1})
    after = tried(pages, offers(page)["pass"]).text
    assert "You decide" in in_words(after)
    assert "The opponent decides at random, seed 5." in in_words(after)
    steps = int(re.search(r"(\d+) steps", in_words(after))[1])  # type: ignore[index]
    assert steps > 2
    undone = pages.post("/games/1/undo", data={"at": steps}).text
    assert "manual-2.3, 0 steps" in in_words(undone)
    assert list(offers(undone)) == list(offers(page))


def test_the_same_game_is_opened_under_another_edition() -> None:
    pages, page = opened_game()
    tried(pages, offers(page)["pass"])
    other = pages.post("/games/1/edition", data={"edition": "comprehensive-4.0"})
    assert other.url.path.endswith("/games/2")
    assert "Edition comprehensive-4.0, 1 step." in in_words(other.text)
    assert pages.post("/games/1/edition", data={"edition": "no-such"}).status_code == 422


def test_a_form_of_an_older_page_changes_nothing() -> None:
    pages, page = opened_game()
    action = offers(page)["pass"]
    tried(pages, action)
    late = tried(pages, action, at=0)
    assert late.status_code == 422
    assert "the game has gone on since this page was shown" in in_words(late.text)
    assert "manual-2.3, 1 step." in in_words(late.text)


def test_a_game_that_is_gone_is_said_to_be_gone() -> None:
    pages, page = opened_game()
    for seed in range(MOST_GAMES):
        pages.post("/new", data={"seed": seed, "edition": EDITION})
    for gone in (pages.get("/games/1"), tried(pages, offers(page)["pass"]), pages.get("/games/999")):
        assert gone.status_code == 410
        assert "not open any more" in gone.text


@pytest.mark.parametrize(
    "action", ["", "play", "[]", "3", '{"action"', "[" * 5000, '{"action": "pass"}' * 2, "null", "\x00"]
)
def test_what_is_no_action_is_said_so(action: str) -> None:
    pages, _ = opened_game()
    answer = tried(pages, action)
    assert answer.status_code == 422
    assert "this is not an action" in in_words(answer.text)


@pytest.mark.parametrize(
    "action",
    [
        {"action": "no-such"},
        {"action": "attack", "attacker": "p2", "target": "player"},
        {"action": "play", "card": "../../etc/passwd"},
        {"action": {"action": "pass"}},
        {"action": "pass", "more": ["x"] * 1000},
        {"effect": "memory", "player": 7, "amount": 1},
        {},
    ],
)
def test_an_action_that_is_not_offered_changes_nothing(action: dict[str, object]) -> None:
    pages, page = opened_game()
    answer = tried(pages, json.dumps(action))
    assert answer.status_code in (200, 422)
    assert list(offers(pages.get("/games/1").text)) == list(offers(page))


def test_an_effect_is_tried_as_an_action_is() -> None:
    pages, _ = opened_game()
    page = tried(pages, '{"effect": "memory", "player": 0, "amount": 2}').text
    assert "Step 1: you chose: an effect: player 1 gains 2 memory" in in_words(page)


HOSTILE = '<script>alert("1")</script><img src=x onerror=alert(1)>'


def test_markup_in_a_name_is_text_everywhere() -> None:
    doubled = HOSTILE.replace('"', '""')
    position = POSITION.replace("Greymon", f'"{doubled}"')
    pages, page = opened_game(position)
    named = f"attack the player with {HOSTILE}"
    after = tried(pages, offers(page)[named]).text
    asked = pages.get("/games/1", params={"question": f"may I attack with {HOSTILE}"}).text
    start = pages.get("/", params={"edit": 1, "find": HOSTILE}).text
    for text in (page, after, asked, start):
        assert "<script" not in text
        assert "<img src=x" not in text
    assert HOSTILE in in_words(after.replace("&lt;script&gt;", "&lt;script&gt;")) or "&lt;script&gt;" in after


def test_direction_marks_in_a_name_are_shown_as_escapes() -> None:
    _, page = opened_game(POSITION.replace("Greymon", '"Grey\u202emon"'))
    assert "\u202e" not in page
    assert "Grey\\u202emon" in page


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/rules/..%2f..%2fetc%2fpasswd.png",
        "/rules/%2e%2e.png",
        "/page/start.html.j2",
        "/serve.css",
        "/games/-1",
        "/games/1e9",
        "/games/99999999999999999999999",
    ],
)
def test_no_path_leads_to_a_file(path: str) -> None:
    answer = client().get(path)
    assert answer.status_code in (403, 404, 410)
    assert "root:" not in answer.text


@pytest.mark.parametrize("name", ["/etc/passwd", "../x.toml", "rulings/", "", "tests/conftest.py"])
def test_a_scenario_is_one_of_the_suite_and_never_a_file(name: str) -> None:
    answer = client().post("/scenario", data={"name": name, "steps": 0, "edition": EDITION})
    assert answer.status_code == 422
    assert "there is no scenario" in in_words(answer.text)


@pytest.mark.parametrize(
    "path", ["/position", "/scenario", "/new", "/file", "/games/1/try", "/games/1/random"]
)
@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\xff\xfe%zz&&&===", "application/x-www-form-urlencoded"),
        (b"--x\r\nnothing", "multipart/form-data; boundary=x"),
        (b"{}", "multipart/form-data"),
        (b"&".join(b"f%d=1" % n for n in range(500)), "application/x-www-form-urlencoded"),
        (b"", "text/plain"),
        (b"edition=x&seed=x&steps=x&at=x", "application/x-www-form-urlencoded"),
    ],
)
def test_a_malformed_form_is_refused_in_one_line(path: str, content: bytes, kind: str) -> None:
    pages, _ = opened_game()
    answer = pages.post(path, content=content, headers={"content-type": kind})
    assert answer.status_code in (400, 422), (path, answer.status_code)
    assert "Traceback" not in answer.text


def test_a_text_that_is_too_long_is_not_read() -> None:
    answer = client().post("/position", data={"text": "me: hand 1;" * 5000, "edition": EDITION})
    assert answer.status_code == 422
    assert "longer than 20,000 characters" in in_words(answer.text)


def test_another_method_leads_nowhere() -> None:
    pages, _ = opened_game()
    assert pages.get("/games/1/try").status_code == 404
    assert pages.delete("/games/1").status_code == 404


def test_the_pages_hold_no_script_and_nothing_from_elsewhere() -> None:
    pages, page = opened_game()
    for text in (page, pages.get("/").text):
        assert "<script" not in text
        assert not re.search(r"\son\w+=", text)
        assert not re.search(r'\sstyle="', text)
        assert not re.search(r'(?:src|href|action)="(?!/|#|data:)', text)


def test_every_field_has_a_label_and_every_id_is_there_once() -> None:
    pages, page = opened_game()
    for text in (page, pages.get("/").text, tried(pages, '{"action": "pass"}').text):
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        named = set(re.findall(r'<label for="([^"]+)"', text))
        fields = re.findall(r"<(?:input|select|textarea)\b[^>]*>", text)
        unnamed = [
            each
            for each in fields
            if 'type="hidden"' not in each and not (set(re.findall(r'id="([^"]+)"', each)) & named)
        ]
        assert not unnamed
        assert set(re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', text)) <= set(ids)
        headings = re.findall(r'<section aria-labelledby="[^"]+"[^>]*>\s*<h2[^>]*>(.*?)</h2>', text)
        regions = [*headings, *re.findall(r'role="region" aria-label="([^"]+)"', text)]
        assert len(regions) == len(set(regions)) > 2


def test_the_desk_knows_the_editions_of_engine_and_game() -> None:
    assert desk().editions == list(desk().book.game.rulesets)
