import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  findHandSlice,
  findNeighbour,
  findSliceAt,
  type HandRow,
  insertSliceEdit,
  listHandSlices,
  listSlicesBetween,
  lockKnowledgeFile,
  removeHandSlices,
  reviseFile,
} from "@/db/queries/knowledge/slices";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readIndex, readText } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import { anchorAll } from "@/lib/retrieval/anchor";
import { around } from "@/lib/retrieval/weave";
import type { SliceDecisionsDto } from "../dto";
import type { SliceDecision } from "../schema";
import type { SliceState } from "../slice-state";
import { requireFile } from "./files";
import { partAt } from "./hand";
import { addedState, between, counted, inFile, type PlaceWords, readPlace, stateOf } from "./slice-changes";
import { type Open, replace } from "./slice-replace";
import { answeringSet } from "./slices";

const TEXT_SHOWN = 2000;

/** Hand-made slices whose words were not found again, with where they may belong. Throws notFound. */
export async function listDecisions(actor: Actor, fileId: string): Promise<SliceDecisionsDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, fileId, "manage");
  const open = (await listHandSlices(db(), fileId)).filter(({ isOpen }) => isOpen);
  const set = open.length > 0 ? await answeringSet(file) : null;
  const index = set && (await readIndex(set.versionId));
  const text = set && index ? await readText(set.versionId, 0, index.characters) : "";
  const anchored = await anchorAll(
    text,
    open.map((row) => ({ id: row.id, from: row.from, to: row.to, text: row.anchor })),
  );
  return {
    items: open.map((row) => ({
      id: row.id,
      text: row.text,
      original: row.anchor,
      isDisabled: row.isDisabled,
      reason: row.reason,
      candidates: (anchored.get(row.id)?.candidates ?? []).map(({ from, to, similarity }) => ({
        from,
        to,
        part: partAt(index?.parts ?? [], from),
        text: text.slice(from, to).slice(0, TEXT_SHOWN),
        similarity,
      })),
    })),
  };
}

/**
 * What becomes of a slice that lost its place: it stays as a slice of its own, takes a place, or goes. Throws notFound,
 * invalidInput, documentNotReady.
 */
export async function decide(
  actor: Actor,
  handId: string,
  decision: SliceDecision,
): Promise<{ editId: string; ids: string[] }> {
  requirePermission(actor, P.KB_MANAGE);
  const row = await findHandSlice(db(), handId);
  if (!row?.isOpen) throw new AppError("notFound");
  if (decision.kind === "drop") return drop(actor, row);
  const words = await readPlace(
    actor,
    row.knowledgeFileId,
    decision.kind === "place" ? decision : await placeNear(actor, row),
  );
  return inFile(actor, row.knowledgeFileId, async (open) => {
    // Somebody else may have decided meanwhile.
    const now = await findHandSlice(open.tx, handId);
    if (!now?.isOpen) throw new AppError("notFound");
    const outcome = decision.kind === "keep" ? await kept(open, now, words) : await placed(open, now, words);
    return replace(open, { kind: decision.kind, ...outcome, handIds: [handId] });
  });
}

/** The slice that stands where it stood. Throws documentNotReady. */
async function placeNear(actor: Actor, row: HandRow): Promise<{ from: number; to: number }> {
  const { file } = await requireFile(actor, row.knowledgeFileId, "manage");
  const set = await answeringSet(file);
  const beside = set && (await findSliceAt(db(), set.id, row.from));
  if (!beside) throw new AppError("documentNotReady");
  return beside;
}

/** Beside that one. */
async function kept(
  open: Open,
  row: HandRow,
  words: PlaceWords,
): Promise<{ before: SliceState[]; after: SliceState[] }> {
  const added = await addedState(open, words, { text: row.text, handId: row.id });
  const hand = { ...added.hand!, reason: row.reason };
  return { before: [], after: [{ ...added, heading: row.heading, isDisabled: row.isDisabled, hand }] };
}

/** In the place of the words a person chose; what is left of the slices there stays. Throws invalidInput. */
async function placed(
  open: Open,
  row: HandRow,
  words: PlaceWords,
): Promise<{ before: SliceState[]; after: SliceState[] }> {
  const { tx, setId } = open;
  const before = await Promise.all((await listSlicesBetween(tx, setId, words)).map((slice) => stateOf(tx, slice)));
  const isTaken = before.some(({ hand }) => hand !== null);
  if (isTaken || before.length === 0) throw new AppError("invalidInput", { data: { fields: { from: "invalid" } } });
  const text = row.text === row.anchor ? undefined : row.text;
  const added = await addedState(open, words, { text, handId: row.id });
  const hand = { ...added.hand!, isAdded: false, reason: row.reason };
  const island: SliceState = { ...added, heading: row.heading || added.heading, isDisabled: row.isDisabled, hand };
  const pieces = before.flatMap((state) => around(state, [island]).map((rest) => ({ ...state, ...rest, id: v7() })));
  const left = await Promise.all(pieces.map((piece) => counted({ ...piece, parent: piece.parent ?? null })));
  const after = [
    ...left.filter((piece) => piece.from < island.from),
    island,
    ...left.filter((piece) => piece.from > island.from),
  ];
  // Between the first one's place and the next that stays.
  const next = await findNeighbour(tx, { setId, ordinal: before.at(-1)!.ordinal }, 1);
  let last = before[0]!.ordinal;
  const ordered = after.map((state, at) => {
    if (at > 0) last = between({ ordinal: last }, next);
    return { ...state, ordinal: last };
  });
  return { before, after: ordered };
}

async function drop(actor: Actor, row: HandRow) {
  const editId = v7();
  await db().transaction(async (tx) => {
    const { file } = await requireFile(actor, row.knowledgeFileId, "manage", tx);
    await lockKnowledgeFile(tx, file.id);
    if (!(await findHandSlice(tx, row.id))?.isOpen) throw new AppError("notFound");
    await removeHandSlices(tx, [row.id]);
    await reviseFile(tx, file.id, { slices: 0, tokens: 0 });
    const edit = { id: editId, knowledgeFileId: file.id, handIds: [row.id], kind: "drop", actorId: actor.id };
    await insertSliceEdit(tx, { ...edit, before: [{ text: row.text }], after: [] });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.slice.change",
      target: { type: "knowledgeSlice", id: row.id, name: file.name },
      after: { change: "drop" },
    });
  });
  return { editId, ids: [] };
}
