/** Makes a study room of a record, and goes there as its leader. */

import { api } from "./api";
import { errorMessage } from "./errors";
import { go } from "./route.svelte";
import { saveStudy } from "./savedStudies";
import type { RecordFacts } from "./wire";

/** Return why that was not possible, or nothing. */
export async function startStudy(facts: RecordFacts, game: string): Promise<string> {
  try {
    const wanted = facts.table ? { table: facts.table } : { record: facts.record, box: facts.box };
    const { study, key } = await api.createStudy(wanted);
    saveStudy(study, { key, game, when: Date.now() });
    go(`study/${study}`);
    return "";
  } catch (error) {
    return errorMessage(error);
  }
}
