-- The kernel, written by hand in Murphi: firing one rule is one transition.
--
-- Slots (at most 3) and the piles at the start are these constants; for another instance replace their numbers.
-- A Digimon is 1 + 4*(level-3) + 2*suspended + fresh, an empty slot 0, and a player's slots stand in descending
-- order.

const
  Slots: 2;
  Hand: 2;
  Deck: 2;
  Security: 1;
  Eggs: 0;

type
  Player: 0..1;
  Index: 0..Slots - 1;
  Code: 0..16;
  Level: 0..6;
  Cost: 0..11;
  Phase: enum { Over, Draw, Breed, Main };

var
  phase: Phase;
  turn: Player;
  memory: 0..10; -- as the turn player sees it; negative only within a rule
  slot: array [Player] of array [Index] of Code;
  breeding: array [Player] of 0..5; -- the level, or 0
  hand: array [Player] of 0..Hand + Deck;
  deck: array [Player] of 0..Deck;
  security: array [Player] of 0..Security;
  eggs: array [Player] of 0..Eggs;

function level(code: Code): Level;
begin
  return 3 + (code - 1) / 4;
end;

function is_suspended(code: Code): boolean;
begin
  return ((code - 1) / 2) % 2 = 1;
end;

function is_fresh(code: Code): boolean;
begin
  return (code - 1) % 2 = 1;
end;

function digivolution_cost(from: Level): Cost;
begin
  return from = 2 ? 1 : (from = 3 ? 2 : 3);
end;

function has_free_slot(p: Player): boolean;
begin
  return slot[p][Slots - 1] = 0;
end;

-- identical Digimon are tried once
function is_first(p: Player; i: Index): boolean;
begin
  if slot[p][i] = 0 then
    return false;
  end;
  return i = 0 ? true : slot[p][i] != slot[p][i - 1];
end;

function can_attack(i: Index): boolean;
begin
  return is_first(turn, i) & !is_suspended(slot[turn][i]) & !is_fresh(slot[turn][i]);
end;

function payable(cost: Cost): boolean;
begin
  return memory + 10 >= cost;
end;

procedure sort(p: Player);
var held: Code;
begin
  for round: Index do
    for i: Index do
      if i > 0 & slot[p][i - 1] < slot[p][i] then
        held := slot[p][i];
        slot[p][i] := slot[p][i - 1];
        slot[p][i - 1] := held;
      end;
    end;
  end;
end;

procedure end_turn(new_memory: Cost);
begin
  for i: Index do
    if slot[turn][i] > 0 & is_fresh(slot[turn][i]) then
      slot[turn][i] := slot[turn][i] - 1;
    end;
  end;
  sort(turn);
  turn := 1 - turn;
  memory := new_memory;
  phase := Draw;
end;

procedure pay(cost: Cost);
begin
  if memory >= cost then
    memory := memory - cost;
  else
    end_turn(cost - memory);
  end;
end;

procedure end_game(winner: Player);
begin
  for p: Player do
    for i: Index do
      slot[p][i] := 0;
    end;
    breeding[p] := 0;
    hand[p] := 0;
    deck[p] := 0;
    security[p] := 0;
    eggs[p] := 0;
  end;
  memory := 0;
  turn := winner;
  phase := Over;
end;

-- the last slot is the empty one; sorting moves it up
procedure add(code: Code);
begin
  slot[turn][Slots - 1] := code;
  sort(turn);
end;

-- the card goes from the hand, and one comes for it while there is one
procedure bonus_draw();
begin
  if deck[turn] > 0 then
    deck[turn] := deck[turn] - 1;
  else
    hand[turn] := hand[turn] - 1;
  end;
end;

startstate
begin
  end_game(0);
  phase := Breed;
  for p: Player do
    hand[p] := Hand;
    deck[p] := Deck;
    security[p] := Security;
    eggs[p] := Eggs;
  end;
end;

rule "deck-out" phase = Draw & deck[turn] = 0 ==>
begin
  end_game(1 - turn);
end;

rule "draw" phase = Draw & deck[turn] > 0 ==>
begin
  for i: Index do
    if slot[turn][i] > 0 & is_suspended(slot[turn][i]) then
      slot[turn][i] := slot[turn][i] - 2;
    end;
  end;
  sort(turn);
  deck[turn] := deck[turn] - 1;
  hand[turn] := hand[turn] + 1;
  phase := Breed;
end;

rule "hatch" phase = Breed & breeding[turn] = 0 & eggs[turn] > 0 ==>
begin
  eggs[turn] := eggs[turn] - 1;
  breeding[turn] := 2;
  phase := Main;
end;

rule "move" phase = Breed & breeding[turn] >= 3 & has_free_slot(turn) ==>
begin
  add(1 + 4 * (breeding[turn] - 3));
  breeding[turn] := 0;
  phase := Main;
end;

rule "skip" phase = Breed ==>
begin
  phase := Main;
end;

ruleset played: 0..2 do
  alias
    its_level: played = 0 ? 3 : (played = 1 ? 4 : 6);
    cost: played = 0 ? 3 : (played = 1 ? 5 : 11)
  do
    rule "play" phase = Main & hand[turn] > 0 & has_free_slot(turn) & payable(cost) ==>
    begin
      hand[turn] := hand[turn] - 1;
      add(2 + 4 * (its_level - 3));
      pay(cost);
    end;
  end;
end;

ruleset i: Index do
  rule "digivolve" phase = Main & is_first(turn, i) & level(slot[turn][i]) < 6 & hand[turn] > 0 &
    payable(digivolution_cost(level(slot[turn][i]))) ==>
  var cost: Cost;
  begin
    cost := digivolution_cost(level(slot[turn][i]));
    slot[turn][i] := slot[turn][i] + 4;
    sort(turn);
    bonus_draw();
    pay(cost);
  end;
end;

rule "digivolve in breeding" phase = Main & breeding[turn] >= 2 & breeding[turn] <= 4 & hand[turn] > 0 &
  payable(digivolution_cost(breeding[turn])) ==>
var cost: Cost;
begin
  cost := digivolution_cost(breeding[turn]);
  breeding[turn] := breeding[turn] + 1;
  bonus_draw();
  pay(cost);
end;

ruleset i: Index do
  rule "win" phase = Main & can_attack(i) & security[1 - turn] = 0 ==>
  begin
    end_game(turn);
  end;

  rule "check and survive" phase = Main & can_attack(i) & security[1 - turn] > 0 ==>
  begin
    security[1 - turn] := security[1 - turn] - 1;
    slot[turn][i] := slot[turn][i] + 2;
    sort(turn);
  end;

  rule "check and die" phase = Main & can_attack(i) & security[1 - turn] > 0 ==>
  begin
    security[1 - turn] := security[1 - turn] - 1;
    slot[turn][i] := 0;
    sort(turn);
  end;
end;

ruleset i: Index; j: Index do
  rule "battle" phase = Main & can_attack(i) & is_first(1 - turn, j) & is_suspended(slot[1 - turn][j]) ==>
  var attacking: Level; defending: Level;
  begin
    attacking := level(slot[turn][i]);
    defending := level(slot[1 - turn][j]);
    if attacking > defending then
      slot[turn][i] := slot[turn][i] + 2;
    else
      slot[turn][i] := 0;
    end;
    if attacking >= defending then
      slot[1 - turn][j] := 0;
    end;
    sort(turn);
    sort(1 - turn);
  end;
end;

rule "pass" phase = Main ==>
begin
  end_turn(3);
end;

invariant "levels" forall p: Player do breeding[p] != 1 end;
