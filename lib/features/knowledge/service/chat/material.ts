import "server-only";
import { db } from "@/db/client";
import { listFoundFiles } from "@/db/queries/knowledge/chats";
import { listSlicesOfParents } from "@/db/queries/retrieval/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { type FoundSlices, fitting, foundMaterial } from "@/lib/grounding/found";
import type { GroundedMaterial } from "@/lib/grounding/material";
import { readIndexOf, readText } from "@/lib/parsing/store";
import type { Stretched } from "@/lib/retrieval/context";
import type { AnsweringSet, Found } from "../retrieval/found";

interface Answering {
  set: AnsweringSet;
  slices: readonly Stretched[];
}

/**
 * What answers for slices that were found, in their order: in mode multi the large slice each is part of, once (spec 3). A
 * large slice that people changed answers by its parts: its text is no longer the version's.
 */
async function answering(kept: readonly Found[]): Promise<Answering[]> {
  const keyOf = ({ setId, parent }: { setId: string; parent: number | null }) => `${setId} ${parent}`;
  const parents = kept.flatMap(({ hit: { setId, parent } }) => (parent === null ? [] : [{ setId, parent }]));
  const parts = Map.groupBy(parents.length > 0 ? await listSlicesOfParents(db(), parents) : [], keyOf);
  const given = new Set<string>();
  const found: Answering[] = [];
  for (const { hit, set } of kept) {
    const of = hit.parent === null ? [] : (parts.get(keyOf(hit)) ?? []);
    if (of.length === 0) found.push({ set, slices: [hit] });
    if (of.length === 0 || given.has(keyOf(hit))) continue;
    given.add(keyOf(hit));
    const [from, to] = [of[0]!.from, of.at(-1)!.to];
    const whole = { ...of[0]!, from, to, partTo: of.at(-1)!.partTo };
    const isChanged = of.some(({ isEdited, handId }) => isEdited || handId !== null);
    found.push({ set, slices: isChanged ? of : [{ ...whole, text: await readText(hit.versionId, from, to) }] });
  }
  return found;
}

/**
 * What the model reads of the slices chosen: the best that fit into so many tokens, a file's in the order of its text, each
 * with its date. A file that was kept from the person, withdrawn with its base, or deleted since it was found says
 * nothing.
 */
export async function materialOf(actor: Actor, kept: readonly Found[], room: number): Promise<GroundedMaterial> {
  const fileIds = [...new Set(kept.map(({ set }) => set.fileId))];
  const files = new Map((await listFoundFiles(db(), subjectsOf(actor), fileIds)).map((row) => [row.id, row]));
  const readable = kept.filter(({ set }) => files.get(set.fileId)?.versionId === set.versionId);
  const members = fitting(await answering(readable), room, ({ slices }) => slices);
  const bySet = [...Map.groupBy(members, ({ set }) => set.id)];
  // What is not in memory yet is read side by side.
  const found = await Promise.all(
    bySet.map(async ([setId, ofSet]): Promise<FoundSlices[]> => {
      const { set } = ofSet[0]!;
      const file = files.get(set.fileId);
      const index = file?.run ? await readIndexOf(set.versionId, file.run) : null;
      if (!file || !index) return [];
      const { versionId, fileName: name } = set;
      const source = { fileId: file.fileId, versionId, name, format: file.format, setId, tokens: file.tokens };
      return [{ source, index, date: file.date, slices: ofSet.flatMap((one) => one.slices) }];
    }),
  );
  return foundMaterial(found.flat());
}
