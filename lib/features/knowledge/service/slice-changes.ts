import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  findHandSlice,
  findNeighbour,
  findSlice,
  findSliceAt,
  findSliceEdit,
  listSliceEdits,
  listSlicesOfHands,
  lockAnsweringSet,
  lockKnowledgeFile,
  type SliceRow,
} from "@/db/queries/knowledge/slices";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { AppError } from "@/lib/errors/errors";
import { readIndex, readText } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import { trimSpan } from "@/lib/retrieval/sentences";
import { tokenCounter } from "@/lib/retrieval/tokens";
import { textDiff } from "@/lib/text/text-diff";
import { SLICE_TOKENS } from "../limits";
import type { NewSliceInput, SliceChange } from "../schema";
import { type SliceState, sliceState } from "../slice-state";
import { requireFile } from "./files";
import { partAt } from "./hand";
import { type Changed, type Open, type Outcome, replace } from "./slice-replace";
import { answeringSet, editedFields, toState } from "./slices";

/**
 * Changes a slice by hand: it answers with its new words at once, its vector follows (spec F3). Throws notFound, staleRecord
 * with the other's words, sliceTooLong, sliceAlone, slicePicture.
 */
export async function changeSlice(actor: Actor, id: string, change: SliceChange): Promise<Changed> {
  requirePermission(actor, P.KB_MANAGE);
  const found = await findSlice(db(), id);
  if (!found) throw new AppError("notFound");
  if (found.slice.picture) {
    await requireFile(actor, found.fileId, "manage");
    throw new AppError("slicePicture");
  }
  const joined = change.kind === "merge" ? await readJoined(actor, found, change.with) : null;
  return inFile(actor, found.fileId, async (open) => {
    const read = async () => {
      const now = await findSlice(open.tx, id);
      return now && editedFields(await stateOf(open.tx, now.slice));
    };
    const given = change.revision;
    await assertCurrent(open.tx, actor, { type: "knowledgeSlice", id, given, read }).catch(async (error: unknown) => {
      throw await withName(open, id, error);
    });
    const now = await findSlice(open.tx, id);
    if (!now || now.setId !== open.setId) throw new AppError("notFound");
    const state = await stateOf(open.tx, now.slice);
    const { before, after } = await outcomeOf(open, state, change, joined);
    return replace(open, { kind: change.kind, before, after });
  });
}

/** Who works on one base may know each other: the second is told whose words these are. */
async function withName({ tx, fileId }: Open, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError && error.key === "staleRecord")) return error;
  const handId = (await findSlice(tx, id))?.slice.handId;
  const [last] = handId ? await listSliceEdits(tx, fileId, [handId], 1) : [];
  const data = { ...(error.options.data as object), ...(last?.actorName && { changedBy: last.actorName }) };
  return new AppError("staleRecord", { data });
}

/** A slice of selected words, beside those that stand there. Throws notFound, invalidInput, sliceTooLong. */
export async function addSlice(actor: Actor, fileId: string, { from, to, text }: NewSliceInput): Promise<Changed> {
  requirePermission(actor, P.KB_MANAGE);
  const words = await readPlace(actor, fileId, { from, to });
  return inFile(actor, fileId, async (open) => {
    const added = await addedState(open, words, { text });
    return replace(open, { kind: "add", before: [], after: [added] });
  });
}

/** The document's words of a stretch, read before the transaction: it would wait for itself. */
export interface PlaceWords {
  versionId: string;
  from: number;
  to: number;
  text: string;
  part: number;
  partTo: number;
}

/** Words of a stretch without the white space at its ends. Throws notFound, documentNotReady, invalidInput. */
export async function readPlace(
  actor: Actor,
  fileId: string,
  { from, to }: { from: number; to: number },
): Promise<PlaceWords> {
  const { file } = await requireFile(actor, fileId, "manage");
  const set = await answeringSet(file);
  if (!set) throw new AppError("documentNotReady");
  const [text, index] = [await readText(set.versionId, from, to), await readIndex(set.versionId)];
  const span = from < to ? trimSpan(text, 0, text.length) : null;
  if (!span) throw new AppError("invalidInput", { data: { fields: { from: "invalid" } } });
  const place = { from: from + span.from, to: from + span.to };
  const parts = index?.parts ?? [];
  return {
    ...place,
    versionId: set.versionId,
    text: text.slice(span.from, span.to),
    part: partAt(parts, place.from),
    partTo: partAt(parts, place.to - 1),
  };
}

/** A slice beside those of its place. Throws sliceChangedSince when another version answers by now. */
export async function addedState(
  { tx, setId, versionId }: Open,
  { versionId: wordsOf, text: words, ...place }: PlaceWords,
  { text, handId = v7() }: { text?: string; handId?: string },
): Promise<SliceState> {
  if (wordsOf !== versionId) throw new AppError("sliceChangedSince");
  const beside = await findSliceAt(tx, setId, place.from);
  const after = beside && (await findNeighbour(tx, { setId, ordinal: beside.ordinal }, 1));
  return counted({
    ...place,
    id: v7(),
    ordinal: between(beside, after),
    heading: beside?.heading ?? "",
    text: text?.trim() ?? words,
    tokens: 0,
    parent: beside?.parent ?? null,
    isDisabled: false,
    hand: { id: handId, anchor: words, isAdded: true, place: null, reason: "" },
  });
}

/**
 * Takes a change back. What was done to the words of one slice can be taken back at any time; what joined, parted or moved
 * slices only while nothing else was done to them. Throws notFound, sliceChangedSince.
 */
export async function rollBack(actor: Actor, editId: string): Promise<Changed> {
  requirePermission(actor, P.KB_MANAGE);
  const edit = await findSliceEdit(db(), editId);
  if (!edit) throw new AppError("notFound");
  return inFile(actor, edit.knowledgeFileId, async (open) => {
    const states = z.array(sliceState);
    const before = states.safeParse(edit.before).data ?? [];
    const after = states.safeParse(edit.after).data ?? [];
    const hands = after.flatMap(({ hand }) => (hand ? [hand.id] : []));
    const current = await Promise.all(
      (await listSlicesOfHands(open.tx, open.setId, hands)).map((slice) => stateOf(open.tx, slice)),
    );
    const [last] = await listSliceEdits(open.tx, open.fileId, edit.handIds, 1);
    const isLast = last?.id === editId;
    if (current.length !== after.length || after.length === 0) throw new AppError("sliceChangedSince");
    const [was, is] = [before[0], current[0]!];
    if (!was || before.length > 1 || current.length > 1 || edit.kind === "move") {
      // Places in another cut say nothing in this one.
      if (!isLast || edit.createdAt < open.cutAt) throw new AppError("sliceChangedSince");
      return replace(open, { kind: "rollback", before: current, after: before });
    }
    // At its place of today: the file may have been cut anew since.
    const isHand = was.hand !== null || was.isDisabled || was.text !== is.hand?.anchor;
    const hand = isHand && is.hand ? { ...is.hand, reason: was.hand?.reason ?? "" } : null;
    const restored = await counted({ ...is, text: was.text, isDisabled: was.isDisabled, hand });
    return replace(open, { kind: "rollback", before: [is], after: [restored] });
  });
}

/** Work on the slices that answer for a file; one after the other. Throws notFound, documentNotReady. */
export async function inFile(actor: Actor, fileId: string, work: (open: Open) => Promise<Changed>): Promise<Changed> {
  return db().transaction(async (tx) => {
    const { file } = await requireFile(actor, fileId, "manage", tx);
    await lockKnowledgeFile(tx, fileId);
    const found = await answeringSet(file, tx);
    const set = found && (await lockAnsweringSet(tx, found.id));
    if (!set) throw new AppError("documentNotReady");
    return work({
      actor,
      tx,
      fileId,
      fileName: file.name,
      versionId: set.versionId,
      setId: set.id,
      cutAt: set.createdAt,
    });
  });
}

export async function stateOf(tx: Transaction, slice: SliceRow): Promise<SliceState> {
  return toState(slice, slice.handId ? await findHandSlice(tx, slice.handId) : null);
}

async function outcomeOf(
  open: Open,
  state: SliceState,
  change: SliceChange,
  joined: PlaceWords | null,
): Promise<Outcome> {
  const hand = handOf(state);
  switch (change.kind) {
    case "edit":
      return { before: [state], after: [await counted({ ...state, text: change.text.trim(), hand })] };
    case "disable":
      return { before: [state], after: [{ ...state, isDisabled: true, hand: { ...hand, reason: change.reason } }] };
    case "enable":
      return { before: [state], after: [{ ...state, isDisabled: false, hand: { ...hand, reason: "" } }] };
    case "split":
      return { before: [state], after: await splitAt(open, { ...state, text: change.text ?? state.text }, change.at) };
    case "merge":
      return merged(open, state, change, joined);
    case "move":
      return moved(open, state, change.by);
  }
}

/** What is kept of a slice from now on. */
function handOf({ hand, text }: SliceState): NonNullable<SliceState["hand"]> {
  return hand ?? { id: v7(), anchor: text, isAdded: false, place: null, reason: "" };
}

async function splitAt({ tx, setId }: Open, state: SliceState, at: number): Promise<SliceState[]> {
  const { text } = state;
  const hand = handOf(state);
  const [first, second] = [trimSpan(text, 0, at), trimSpan(text, at, text.length)];
  if (!first || !second) throw new AppError("invalidInput", { data: { fields: { at: "invalid" } } });
  const cut = originalPlace(hand.anchor, text, at);
  const [head, tail] = [trimSpan(hand.anchor, 0, cut), trimSpan(hand.anchor, cut, hand.anchor.length)];
  const after = await findNeighbour(tx, { setId, ordinal: state.ordinal }, 1);
  const part = async (
    words: { from: number; to: number },
    place: { from: number; to: number } | null,
    more: object,
  ) => {
    // All words of a half may have been added by hand: it stands for the border itself.
    const { from, to } = place ?? { from: cut, to: cut };
    return counted({
      ...state,
      text: text.slice(words.from, words.to),
      from: state.from + from,
      to: state.from + to,
      hand: { ...hand, anchor: hand.anchor.slice(from, to), ...more },
    });
  };
  const one = await part(first, head, {});
  const two = await part(second, tail, { id: v7() });
  return [one, { ...two, id: v7(), ordinal: between(state, after) }];
}

/** Where a place of an edited text stands in the words it was made of. */
function originalPlace(original: string, text: string, at: number): number {
  if (original === text) return at;
  let [old, now] = [0, 0];
  for (const { kind, text: words } of textDiff(original, text)) {
    if (kind !== "removed" && now + words.length >= at) return kind === "same" ? old + at - now : old;
    if (kind !== "added") old += words.length;
    if (kind !== "removed") now += words.length;
  }
  return old;
}

/** Words of a slice and its neighbour with what stands between. Throws sliceAlone. */
async function readJoined(
  actor: Actor,
  { slice, setId, fileId }: { slice: SliceRow; setId: string; fileId: string },
  side: "next" | "previous",
): Promise<PlaceWords> {
  const neighbour = await findNeighbour(
    db(),
    { setId, ordinal: slice.ordinal, ofText: true },
    side === "next" ? 1 : -1,
  );
  if (!neighbour) throw new AppError("sliceAlone");
  const [from, to] = [Math.min(slice.from, neighbour.from), Math.max(slice.to, neighbour.to)];
  return readPlace(actor, fileId, { from, to });
}

async function merged(
  { tx, setId, versionId }: Open,
  state: SliceState,
  change: Extract<SliceChange, { kind: "merge" }>,
  joined: PlaceWords | null,
): Promise<Outcome> {
  const neighbour = await findNeighbour(
    tx,
    { setId, ordinal: state.ordinal, ofText: true },
    change.with === "next" ? 1 : -1,
  );
  if (!neighbour) throw new AppError("sliceAlone");
  const own = { ...state, text: change.text?.trim() ?? state.text };
  const other = await stateOf(tx, neighbour);
  const [one, two] = change.with === "next" ? [own, other] : [other, own];
  const [from, to] = [Math.min(one.from, two.from), Math.max(one.to, two.to)];
  // Somebody else was here meanwhile.
  if (joined?.from !== from || joined.to !== to || joined.versionId !== versionId)
    throw new AppError("sliceChangedSince");
  const anchor = joined.text;
  // Of two that overlap the words both have are said once.
  const shared = Math.max(0, one.to - two.from);
  const isPlain = !one.hand && !two.hand && !change.text;
  const gap = /\n/.test(anchor.slice(one.to - from, Math.max(one.to, two.from) - from)) || !isPlain ? "\n" : "";
  const text = isPlain
    ? anchor
    : `${one.text}${gap}${shared > 0 && !two.hand ? two.text.slice(shared).trimStart() : two.text}`;
  const after = await counted({
    ...one,
    id: state.id,
    from,
    to,
    partTo: Math.max(one.partTo, two.partTo),
    text,
    isDisabled: one.isDisabled && two.isDisabled,
    hand: { ...handOf(state), anchor, isAdded: Boolean(one.hand?.isAdded && two.hand?.isAdded) },
  });
  return {
    before: [
      { ...one, text: one.id === state.id ? state.text : one.text },
      { ...two, text: two.id === state.id ? state.text : two.text },
    ],
    after: [after],
  };
}

async function moved({ tx, setId }: Open, state: SliceState, by: 1 | -1): Promise<Outcome> {
  const over = await findNeighbour(tx, { setId, ordinal: state.ordinal }, by);
  if (!over) throw new AppError("sliceAlone");
  const beyond = await findNeighbour(tx, { setId, ordinal: over.ordinal }, by);
  const ordinal = by > 0 ? between(over, beyond) : between(beyond, over);
  const place = by > 0 ? over.to : over.from;
  return { before: [state], after: [{ ...state, ordinal, parent: over.parent, hand: { ...handOf(state), place } }] };
}

export function between(before: { ordinal: number } | null, after: { ordinal: number } | null): number {
  if (!before) return after ? after.ordinal - 1 : 0;
  return after ? (before.ordinal + after.ordinal) / 2 : before.ordinal + 1;
}

/** With its tokens counted. Throws sliceTooLong. */
export async function counted(state: SliceState): Promise<SliceState> {
  const tokens = (await tokenCounter())(state.text);
  if (tokens > SLICE_TOKENS.max) throw new AppError("sliceTooLong", { args: { max: SLICE_TOKENS.max } });
  return { ...state, tokens };
}
