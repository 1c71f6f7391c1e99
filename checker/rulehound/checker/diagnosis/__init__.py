"""From failed checks to their causes: which rule an engine breaks, and the shortest trace that shows it.

The judge says what it saw, and which rules are suspects (`Finding.suspects`). A cause is named here alone, by
`naming_causes.diagnose`, in five steps:

1. `reproducing`: every failure is run again under a judge (`rerun`), and set aside where another edition
   allows it (`other_editions`);
2. `missing_actions`: the rules that the engine may lack where it does not offer a legal action and gives no
   reason;
3. `explaining`: the rules without which the model agrees with what the engine did;
4. `localisation`: from the explanations and suspects of all failures to the fewest causes (`causes`);
5. `violations`: one violation per cause, with the shortest trace that can be found (`shortening`).
"""
