import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  findFileOfVersion,
  type HandRow,
  insertSliceEdit,
  listHandSlices,
  lockKnowledgeFile,
  updateHandSlice,
} from "@/db/queries/knowledge/slices";
import { findSliceSet } from "@/db/queries/retrieval/retrieval";
import type { HandMade, IngestionInput } from "@/lib/ingestion/ingestion";
import { readIndex } from "@/lib/parsing/store";
import type { Part } from "@/lib/parsing/types";
import { anchorAll } from "@/lib/retrieval/anchor";
import type { Island } from "@/lib/retrieval/weave";
import { keptText } from "@/lib/text/line";

/** What a cut did with the slices people made; written to their rows once the set answers. */
const keptSchema = z.object({
  handRevision: z.int(),
  placed: z.array(
    z.object({
      id: z.uuid(),
      from: z.int(),
      to: z.int(),
      part: z.int(),
      partTo: z.int(),
      anchor: keptText,
      similarity: z.number(),
    }),
  ),
  open: z.array(z.uuid()),
});
type Kept = z.infer<typeof keptSchema>;

const fileOf = (at: Transaction | ReturnType<typeof db>, { versionId, owner }: IngestionInput) =>
  findFileOfVersion(at, { versionId, baseId: owner });

/** Slices made by hand survive a new cut, another reading and another version: they are put back by their words (spec F3). */
export const handMade: HandMade = {
  place: async (input, readText) => {
    const file = await fileOf(db(), input);
    const rows = file ? (await listHandSlices(db(), file.id)).filter(({ isOpen }) => !isOpen) : [];
    if (!file) return null;
    const { handRevision } = file;
    if (rows.length === 0) return { islands: [], kept: { handRevision, placed: [], open: [] } satisfies Kept };
    const text = await readText();
    const index = await readIndex(input.versionId);
    const anchored = await anchorAll(
      text,
      rows.map(({ id, from, to, anchor }) => ({ id, from, to, text: anchor })),
    );
    const islands: Island[] = [];
    const kept: Kept = { handRevision, placed: [], open: [] };
    for (const row of rows) {
      const found = anchored.get(row.id)?.found;
      // Two that end up at one place: the second is a person's to decide.
      const isTaken =
        found && !row.isAdded && islands.some((one) => !one.isAdded && one.from < found.to && found.from < one.to);
      if (!found || isTaken) {
        kept.open.push(row.id);
        continue;
      }
      const { from, to, similarity } = found;
      const [part, partTo] = [partAt(index?.parts ?? [], from), partAt(index?.parts ?? [], to - 1)];
      const anchor = text.slice(from, to);
      kept.placed.push({ id: row.id, from, to, part, partTo, anchor, similarity });
      islands.push(islandOf(row, { from, to, part, partTo, anchor }));
    }
    return { islands, kept };
  },
  settle: async (tx, input, setId) => {
    const [set, file] = [await findSliceSet(tx, setId), await fileOf(tx, input)];
    if (!file) return true;
    const locked = await lockKnowledgeFile(tx, file.id);
    const read = keptSchema.safeParse(set?.kept);
    // Cut by an older version of the product, which knew of no hand-made slices.
    if (!read.success) return locked?.handRevision === 0;
    if (locked?.handRevision !== read.data.handRevision) return false;
    const rows = new Map((await listHandSlices(tx, file.id)).map((row) => [row.id, row]));
    for (const { id, similarity, ...place } of read.data.placed) {
      const row = rows.get(id);
      if (!row) continue;
      const isMoved = row.from !== place.from || row.to !== place.to || row.anchor !== place.anchor;
      const shift = row.place === null ? null : row.place + place.from - row.from;
      // What only was joined, parted or switched off says what the version says there.
      const text = row.text === row.anchor ? place.anchor : row.text;
      await updateHandSlice(tx, id, { ...place, text, place: shift, versionId: input.versionId });
      if (!isMoved) continue;
      const [before, after] = [{ text: row.anchor }, { text: place.anchor }];
      await tell(tx, file.id, id, { before, after, similarity });
    }
    for (const id of read.data.open) {
      const row = rows.get(id);
      if (!row) continue;
      await updateHandSlice(tx, id, { isOpen: true });
    }
    return true;
  },
};

async function tell(
  tx: Transaction,
  knowledgeFileId: string,
  handId: string,
  { before, after, similarity }: { before: object; after: object; similarity: number },
) {
  const row = { id: v7(), knowledgeFileId, handIds: [handId], kind: "anchor", actorId: null };
  await insertSliceEdit(tx, { ...row, before: [before], after: [after], similarity });
}

type Place = Pick<HandRow, "from" | "to" | "part" | "partTo" | "anchor">;

export function islandOf(row: HandRow, place: Place): Island {
  const { from, to, part, partTo, anchor } = place;
  const text = row.text === row.anchor ? anchor : row.text;
  return {
    handId: row.id,
    from,
    to,
    part,
    partTo,
    heading: row.heading,
    text,
    isEdited: text !== anchor,
    isDisabled: row.isDisabled,
    isAdded: row.isAdded,
    place: row.place === null ? null : row.place + from - row.from,
  };
}

export function partAt(parts: readonly Part[], at: number): number {
  return (parts.find(({ to }) => at < to) ?? parts.at(-1))?.number ?? 1;
}
