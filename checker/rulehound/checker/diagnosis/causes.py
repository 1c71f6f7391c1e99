"""What diagnosis reasons about: one failure with all evidence on it, and the cause that explains failures."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.judging.traces import ACTION
from rulehound.checker.records import CheckRecord, Finding
from rulehound.checker.suite.lockstep import BESIDE, begun_with
from rulehound.checker.suite.scenarios.scenario_run import CARRIED_OUT
from rulehound.spec.formats import Action

FIRST_SUSPECT, FURTHER_SUSPECT, CITED, BY_THE_ENGINE, AMONG_OTHERS = 0.5, 0.25, 0.25, 0.25, 0.1
"""How much is held against the first suspect of a finding, against its other suspects, against a rule that
the check stands for, against the rule that the engine names where it refuses, and against each rule of an
example that does not tell which of them is broken. The order of causes hardly hangs on these numbers."""

OUTRIGHT = 1.0
"""How much is held against the rule that the record itself names, and against one that explains a failure."""

BY_DEFAULT = 0.05
"""How much is held against a rule at which nothing points."""


INVARIANTS = ("invariant:", "observation:")
"""How the checks of what holds at all times begin."""

TAKES = f"{ACTION}="
"""How the word begins of an action that an example takes."""

MAY_AS_WELL = "; the engine may as well break "
"""The words after which other rules are named that fit as well."""


@dataclass(frozen=True)
class Occurrence:
    """One failure: its record, and what a judge said when its trace was run again; None where none was."""

    record: CheckRecord
    rerun: Rerun | None = None
    explanations: Mapping[str, int] = field(default_factory=dict)
    """The rules without which it would be no failure, each with the number of places of the model that hang
    on the rule: the fewer, the more the explanation says."""
    candidates: Sequence[str] = ()
    """The rules that may lack, the likeliest first, where an action is missing and the engine does not say
    why."""
    allowed_by: str = ""
    """Another edition that allows it, where the engine says that it does not follow that one."""
    duplicates: Sequence[CheckRecord] = ()
    """Records of the same check under the same rule, with longer traces."""

    @property
    def records(self) -> Sequence[CheckRecord]:
        """The record and its duplicates."""
        return (self.record, *self.duplicates)

    @property
    def recorded_rule(self) -> str:
        """The rule that the check itself names."""
        return self.record.trace.rule if self.record.trace else next(iter(self.record.rules), "")

    @property
    def findings(self) -> Mapping[str, Finding]:
        """The judge's findings in the last step: the first one under each rule."""
        findings = self.rerun.findings if self.rerun else ()
        judged = [each for finding in findings for each in self._with_candidates(finding)[:1]]
        return {finding.rule: finding for finding in reversed(judged)}

    def finding_about(self, rule: str) -> Finding | None:
        """The judge's finding of which this rule is the first suspect, or one of the candidates."""
        findings = self.rerun.findings if self.rerun else ()
        judged = (each for finding in findings for each in self._with_candidates(finding))
        return next((finding for finding in judged if finding.rule == rule), None)

    def _with_candidates(self, finding: Finding) -> list[Finding]:
        """A finding; one that something is missing once for each candidate, which is the first suspect."""
        if not self.candidates or not finding.is_missing_unexplained:
            return [finding]
        kind, action, *_ = finding.check.split(":")
        judged = []
        for rule in self.candidates:
            others = [other for other in self.candidates if other != rule]
            may = MAY_AS_WELL + " or ".join(others) if others else ""
            changed = {"suspects": [rule, *others], "check": f"{kind}:{action}:{rule}"}
            judged.append(msgspec.structs.replace(finding, observed=finding.observed + may, **changed))
        return judged

    @property
    def missing_action(self) -> Action | None:
        """The action that is missing where the engine does not say why; None where there is none."""
        findings = self.rerun.findings if self.rerun else ()
        unexplained = (each.offers for each in findings if each.is_missing_unexplained)
        missing = [offer.action for offers in unexplained if offers for offer in offers.missing]
        return missing[0] if missing else None

    @property
    def suspects(self) -> Mapping[str, float]:
        """The rules that may be broken here, each with how much is held against it."""
        rule, cited = self.recorded_rule, self.record.rules
        # an expectation that names its rule says more than what the judge sees of it and cannot explain
        of_judge = FURTHER_SUSPECT if self._is_by_expectation else FIRST_SUSPECT
        by_check = AMONG_OTHERS if self.is_of_several else CITED
        further = (other for finding in self._pointing for other in finding.suspects[1:])
        weights = [*((one, by_check) for one in cited), *((one, FURTHER_SUSPECT) for one in further)]
        weights += [
            (one, BY_DEFAULT if finding.by_default else of_judge) for one, finding in self.findings.items()
        ]
        weights += [(rule, self._certainty(rule))]
        return dict(weights)

    @property
    def suspects_of_judge(self) -> frozenset[str]:
        """The rules that the judge suspects of what it sees in the last step."""
        return frozenset(rule for finding in self._pointing for rule in finding.suspects if rule)

    @property
    def _pointing(self) -> list[Finding]:
        """The judge's findings in the last step that point at a rule."""
        return [finding for finding in self.findings.values() if not finding.by_default]

    @property
    def taken_for_granted(self) -> Mapping[str, str]:
        """The words of what the example is given, each with its rule, where no rule explains the failure."""
        if self.explanations:
            return {}
        return {word: rule for word, rule in self.record.built_on.items() if not word.startswith(TAKES)}

    @property
    def is_of_several(self) -> bool:
        """Whether the failure is an example of several rules that does not tell which one is broken."""
        return self.record.trace is not None and len(self.record.trace.suspects) > 1

    @property
    def is_unexplained(self) -> bool:
        """Whether something is wrong, and neither an expectation nor the judge points at a rule."""
        findings = self.findings
        points = self.explanations or self.recorded_rule not in ("", *findings)
        return not points and all(each.by_default for each in findings.values())

    @property
    def is_comparison(self) -> bool:
        """Whether the failure is that another engine does otherwise."""
        return self.record.check.startswith(BESIDE)

    @property
    def example(self) -> str:
        """The check of the example that a comparison began with."""
        return f"scenario:{begun_with(self.record.check)}"

    @property
    def _is_by_expectation(self) -> bool:
        """Whether an example names the rule of what it expects, and the judge sees a consequence of another
        one, which does not explain it."""
        rule = self.recorded_rule
        if self.explanations or self.is_of_several or not self.record.check.startswith("scenario:"):
            return False
        consequences = all(each.check.startswith("effect:") for each in self.findings.values())
        return rule in self.record.rules and rule not in self.findings and consequences

    def _certainty(self, rule: str) -> float:
        """How much is held against the rule that the check itself names."""
        finding = self.findings.get(rule)
        if finding is not None and finding.by_default:
            return BY_DEFAULT
        # a check of an effect names what the judge suspected first
        if self.is_of_several or self.record.check.startswith("effect:"):
            return FIRST_SUSPECT
        return OUTRIGHT if rule in self.record.rules else BY_THE_ENGINE

    @property
    def earlier_suspects(self) -> frozenset[str]:
        """The rules that steps of the trace before the last one break, where nothing else is wrong.

        The last step is judged from what the engine shows before it. Where it disagrees with the model from
        there, it is wrong by itself, whatever was broken before; where the judge cannot tell, too.
        """
        if self.rerun is None or self.rerun.findings or not self.rerun.conclusive:
            return frozenset()
        return frozenset(rule for each in self.rerun.earlier for rule in (each.rule, *each.suspects))

    def may_come_of(self, rule: str) -> bool:
        """Whether the failure may come of this rule: of one that explains it; else of any suspect, of one
        that was broken before, where nothing else is wrong, or of one that demanded what happened."""
        demanded = {one for finding in self.findings.values() for one in finding.demanded}
        return rule in (self.explanations or self.earlier_suspects | demanded | set(self.suspects))

    def differences(self, rule: str) -> frozenset[frozenset[str]]:
        """What differs in steps in which the rule was carried out, or in which no rule was at work at all."""
        findings = self.rerun.findings if self.rerun else ()
        about = (each for each in findings if each.differs and (rule in each.carried_out or not each.rule))
        return frozenset(frozenset(each.differs) for each in about)

    @property
    def forbidding(self) -> str:
        """The rule under which an example expects an action to be refused that was carried out; '' where the
        failure is another."""
        trace = self.record.trace
        if trace is None or len(trace.suspects) != 1 or trace.observed != CARRIED_OUT:
            return ""
        return trace.suspects[0]

    @property
    def broken_outright(self) -> frozenset[str]:
        """The rules whose guard or invariant is seen broken; of others the consequences are seen."""
        judged = {rule for rule, each in self.findings.items() if not each.check.startswith("effect:")}
        return frozenset(judged | {self.forbidding} - {""})

    @property
    def breaks_invariants(self) -> bool:
        """Whether what holds at all times is seen broken, whatever was done before."""
        return any(each.check.startswith(INVARIANTS) for each in self.findings.values())

    def withholds(self, rule: str) -> bool:
        """Whether the engine does not offer what is legal, and the rule breaks nothing else here."""
        finding, trace = self.finding_about(rule), self.record.trace
        if finding is not None:
            return finding.withholds
        return trace is not None and trace.offers is not None and trace.offers.withholds

    @property
    def has_evidence(self) -> bool:
        """Whether more is known than what the check itself says."""
        return bool(self.findings or self.explanations)

    def concerns(self, rule: str) -> bool:
        """Whether the rule explains the failure or is suspected of it, and was not only broken before."""
        return rule in self.explanations or rule in self.suspects

    @property
    def times(self) -> int:
        """How often the failure was seen."""
        return sum(record.counts.get("times", 1) for record in self.records)


@dataclass(frozen=True)
class Cause:
    """A rule that is broken, and where: `guard:ACTION:NAME`, `effect:RULE`, `invariant:NAME` and the like."""

    rule: str
    element: str
    occurrences: Sequence[Occurrence]
    """The failures that it accounts for."""
    withholds: bool = False
    """The engine does not offer what the rule allows; else it does what the rule forbids, or does
    otherwise than the rule says."""

    @property
    def allowed_by(self) -> str:
        """Another edition that allows all these failures; '' where there is none."""
        editions = {each.allowed_by for each in self.occurrences}
        return editions.pop() if len(editions) == 1 else ""

    @property
    def candidates(self) -> Sequence[str]:
        """Other rules that account for these failures as well: those that a missing action may rest on, or
        where only examples show the failures, those that each of them suspects."""
        best = next((each for each in self.occurrences if each.candidates), None)
        if best is not None:
            return [rule for rule in best.candidates if rule != self.rule]
        if any(each.has_evidence for each in self.occurrences):
            return []
        traces = [each.record.trace for each in self.occurrences]
        shared = [{*trace.suspects} if trace is not None else set() for trace in traces]
        return [rule for rule in sorted(set.intersection(*shared)) if rule != self.rule] if shared else []

    @property
    def other_suspects(self) -> Sequence[str]:
        """The other rules that may be why of these failures, those first against which most is held."""
        held: dict[str, float] = defaultdict(float)
        for each in self.occurrences:
            for rule, weight in {**each.suspects, **dict.fromkeys(each.explanations, OUTRIGHT)}.items():
                held[rule] += weight * len(each.records)
        ordered = sorted(held, key=lambda rule: -round(held[rule], 9))
        return [rule for rule in ordered if rule not in ("", self.rule)]

    @property
    def weight(self) -> float:
        """How many failures it accounts for; one counts half where the rule is suspected and does not explain
        it."""
        return sum(
            len(each.records) * (OUTRIGHT if self.rule in each.explanations else OUTRIGHT / 2)
            for each in self.occurrences
        )

    @property
    def differences(self) -> frozenset[frozenset[str]]:
        """What differs where the rule itself is broken."""
        own = (each for each in self.occurrences if each.concerns(self.rule))
        return frozenset(one for each in own for one in each.differences(self.rule))

    def fingerprint(self, game: str) -> str:
        """Equal for one rule, place in it and direction, whatever the edition, the document and the numbers
        in it."""
        key = f"{game}\0{self.rule}\0{self.element}" + ("\0withheld" if self.withholds else "")
        return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def steps(self) -> int:
        """Steps of its shortest trace; 0 where there is none."""
        traces = [each.record.trace for each in self.occurrences]
        return min((len(trace.steps) for trace in traces if trace is not None), default=0)
