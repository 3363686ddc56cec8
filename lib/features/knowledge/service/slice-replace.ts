import "server-only";
import { v7 } from "uuid";
import type { Transaction } from "@/db/client";
import {
  insertSliceEdit,
  listSetBlocks,
  removeHandSlices,
  removeSlices,
  reviseFile,
  reviseSet,
  writeHandSlice,
  writeSetBlock,
} from "@/db/queries/knowledge/slices";
import { insertSlices } from "@/db/queries/retrieval/retrieval";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { tsvectorOf } from "@/lib/retrieval/index-text";
import { wordsOf } from "@/lib/retrieval/ingest";
import { BLOCK_SLICES, Words, WordsBuilder } from "@/lib/retrieval/words";
import type { SliceAction, SliceState } from "../slice-state";
import { startEmbedding } from "./slice-vectors";

export type Changed = { editId: string; ids: string[] };

/** The set that answers for a file, held by a transaction. */
export interface Open {
  actor: Actor;
  tx: Transaction;
  fileId: string;
  fileName: string;
  versionId: string;
  setId: string;
  cutAt: Date;
}

export interface Outcome {
  before: SliceState[];
  after: SliceState[];
}

/** Slices take the place of others, words at once, with what is kept of them and what is told of it. */
export async function replace(
  open: Open,
  { kind, before, after, handIds = [] }: Outcome & { kind: SliceAction; handIds?: string[] },
): Promise<Changed> {
  const { actor, tx, fileId, setId, versionId } = open;
  await removeSlices(
    tx,
    before.map(({ id }) => id),
  );
  const hands = (states: readonly SliceState[]) => states.flatMap(({ hand }) => (hand ? [hand.id] : []));
  const kept = new Set(hands(after));
  await removeHandSlices(
    tx,
    hands(before).filter((id) => !kept.has(id)),
  );
  for (const { hand, ...state } of after) {
    if (!hand) continue;
    const { from, to, part, partTo, heading, text, isDisabled } = state;
    const place = { knowledgeFileId: fileId, versionId, from, to, part, partTo };
    await writeHandSlice(tx, { ...hand, ...place, heading, text, isDisabled, isOpen: false });
  }
  const made = after.map((state) => ({ state, words: wordsOf(state) }));
  await insertSlices(
    tx,
    made.map(({ state: { hand, ...state }, words: { counts, termCount } }) => ({
      ...state,
      setId,
      handId: hand?.id,
      isEdited: hand ? state.text !== hand.anchor : false,
      // Also where its set is in no index yet: whether it is may change at any moment.
      terms: tsvectorOf(counts ?? new Map()),
      termCount,
    })),
  );
  const wordBytes = await replaceWords(tx, setId, { gone: new Set(before.map(({ id }) => id)), made });
  const tokens = (states: readonly SliceState[]) => states.reduce((sum, state) => sum + state.tokens, 0);
  const slices = after.length - before.length;
  await reviseSet(tx, setId, { slices, wordBytes });
  await reviseFile(tx, fileId, { slices, tokens: tokens(after) - tokens(before) });
  const editId = v7();
  const named = [...new Set([...hands(before), ...kept, ...handIds])];
  const row = { id: editId, knowledgeFileId: fileId, handIds: named, kind, actorId: actor.id };
  await insertSliceEdit(tx, { ...row, before, after });
  await recordAuditEvent(tx, actor, {
    action: "knowledge.slice.change",
    target: { type: "knowledgeSlice", id: (after[0] ?? before[0])?.id ?? fileId, name: open.fileName },
    after: { change: kind },
  });
  await startEmbedding(tx, actor, { setId, fileId, name: open.fileName });
  return { editId, ids: after.map(({ id }) => id) };
}

type Made = { state: SliceState; words: ReturnType<typeof wordsOf> }[];

/** Only the blocks that hold a slice that went are made anew; answers by how many bytes the words grew. */
async function replaceWords(tx: Transaction, setId: string, { gone, made }: { gone: Set<string>; made: Made }) {
  const blocks = await listSetBlocks(tx, setId);
  const left = made.filter(({ words }) => words.counts !== null);
  let grown = 0;
  let last = -1;
  for (const { number, words: stored } of blocks) {
    last = number;
    const words = Words.read(stored);
    // Of an older version of the product: made anew from the slices at the next search.
    if (!words) return 0;
    const isTouched = words.has(gone);
    const hasRoom = left.length > 0 && number === blocks.at(-1)!.number && words.slices < BLOCK_SLICES;
    if (!isTouched && !hasRoom) continue;
    const builder = WordsBuilder.of(words, gone);
    while (left.length > 0 && builder.slices < BLOCK_SLICES) addTo(builder, left.shift()!);
    grown += (await write(tx, { setId, number }, builder)) - stored.length;
  }
  while (left.length > 0) {
    const builder = new WordsBuilder();
    while (left.length > 0 && builder.slices < BLOCK_SLICES) addTo(builder, left.shift()!);
    grown += await write(tx, { setId, number: ++last }, builder);
  }
  return grown;
}

const addTo = (builder: WordsBuilder, { state, words }: Made[number]) =>
  builder.add(state.id, words.counts!, words.termCount);

async function write(tx: Transaction, at: { setId: string; number: number }, builder: WordsBuilder): Promise<number> {
  const words = builder.build();
  await writeSetBlock(tx, { ...at, words });
  return words.length;
}
