import "server-only";
import type { Queryable } from "@/db/client";
import { listNamesakes } from "@/db/queries/knowledge/files";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { numberedName } from "@/lib/parsing/formats";
import type { PLACED_NAME } from "../limits";

/** Files of one name that stand side by side in a folder. */
const NUMBERED_MAX = 100;

export interface Place {
  baseId: string;
  folder: string;
  name: string;
  /** What becomes of it where another file of this name is there. */
  sameName: (typeof PLACED_NAME)[number];
}

/**
 * The name a file gets in its folder: its own, or where it is to stand beside one of this name that with a number;
 * `replaces` names the one it is to be a newer version of. Throws knowledgeFileNameTaken while nobody said what becomes of
 * it (spec F6). One that is kept from the person counts as not there.
 */
export async function placeName(
  at: Queryable,
  actor: Actor,
  { baseId, folder, name, sameName }: Place,
  except?: string,
): Promise<{ name: string; replaces: string | null }> {
  const namesakes = async (names: string[]) => {
    const rows = await listNamesakes(at, subjectsOf(actor), { baseId, folder, names });
    return rows.filter(({ id }) => id !== except);
  };
  const [taken] = await namesakes([name]);
  if (!taken) return { name, replaces: null };
  if (sameName === "replace") return { name, replaces: taken.id };
  const refused = new AppError("knowledgeFileNameTaken", { args: { name }, data: { id: taken.id } });
  if (sameName === "refuse") throw refused;
  const names = Array.from({ length: NUMBERED_MAX }, (_, index) => numberedName(name, index + 2));
  const used = new Set((await namesakes(names)).map((row) => row.name));
  const free = names.find((each) => !used.has(each));
  if (!free) throw refused;
  return { name: free, replaces: null };
}
