"""From failed checks to their causes: which rule an engine breaks, and the shortest trace that shows it.

The judge says what it saw, and which rules are suspects (`Finding.suspects`). A cause is named here alone, by
`naming_causes.diagnose`, in four steps:

1. `reproducing`: every failure is run again under a judge (`rerun`), and set aside where another edition
   allows it (`other_editions`);
2. `explaining`: the rules without which the model agrees with what the engine did;
3. `localisation`: from the explanations and suspects of all failures to the fewest causes (`causes`);
4. `violations`: one violation a cause, with a trace that is as short as can be found (`shortening`).
"""
