import "server-only";
import { db, type Queryable } from "@/db/client";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import {
  countOpenHands,
  countSlices,
  findAnsweringSet,
  findHandSlice,
  findSlice,
  type HandRow,
  listSliceEdits,
  listSliceLines,
  type SliceRow,
} from "@/db/queries/knowledge/slices";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { PictureFacts, Segmentation } from "@/lib/retrieval/types";
import type { SliceDto, SlicesDto } from "../dto";
import { SLICE_TOKENS, SLICES_SHOWN_MAX } from "../limits";
import type { SliceQuery } from "../schema";
import type { SliceAction, SliceState } from "../slice-state";
import { requireFile } from "./files";

/** Characters of a slice a list shows. */
const SHOWN = 240;
const EDITS_SHOWN = 50;

/** Slices of a base's file, for whoever may use the base. Throws notFound. */
export async function listSlices(actor: Actor, fileId: string, query: SliceQuery): Promise<SlicesDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file, base } = await requireFile(actor, fileId, "view");
  const set = await answeringSet(file);
  const { all, hand, disabled } = set ? await countSlices(db(), set.id) : { all: 0, hand: 0, disabled: 0 };
  const items = set ? await listSliceLines(db(), set.id, query, { limit: SLICES_SHOWN_MAX, shown: SHOWN }) : [];
  return {
    file: {
      id: file.id,
      baseId: base.id,
      baseName: base.name,
      name: file.name,
      format: file.format,
      status: file.status,
      versionId: set?.versionId ?? null,
      segmentation: (set?.segmentation ?? file.segmentation ?? base.segmentation) as Segmentation,
      pictures: (set?.pictures ?? null) as PictureFacts | null,
      mayManage: base.mayManage && actor.permissions.includes(P.KB_MANAGE),
    },
    items,
    counts: { all, hand, disabled, open: base.mayManage ? await countOpenHands(db(), fileId) : 0 },
  };
}

/** The set that answers for a file, of whichever version. */
export async function answeringSet(file: KnowledgeFileRow, at: Queryable = db()) {
  const versionId = file.readyVersionId;
  return versionId ? findAnsweringSet(at, { versionId, baseId: file.baseId }) : null;
}

/** One slice as it is edited. Throws notFound. */
export async function readSlice(actor: Actor, id: string): Promise<SliceDto> {
  requirePermission(actor, P.KB_MANAGE);
  const found = await findSlice(db(), id);
  if (!found) throw new AppError("notFound");
  const { file } = await requireFile(actor, found.fileId, "manage");
  const set = await answeringSet(file);
  const { slice } = found;
  const hand = slice.handId ? await findHandSlice(db(), slice.handId) : null;
  const edits = hand ? await listSliceEdits(db(), file.id, [hand.id], EDITS_SHOWN) : [];
  const state = toState(slice, hand);
  return {
    id,
    from: slice.from,
    to: slice.to,
    heading: slice.heading,
    text: slice.text,
    original: hand?.anchor ?? slice.text,
    tokens: slice.tokens,
    limit: SLICE_TOKENS.max,
    usual: usualTokens(set?.segmentation as Segmentation),
    picture: slice.picture ? { versionId: found.versionId, name: slice.picture } : null,
    isHand: hand !== null,
    isDisabled: slice.isDisabled,
    reason: hand?.reason ?? "",
    edits: edits.map((edit) => ({
      id: edit.id,
      action: edit.kind as SliceAction,
      by: edit.actorName,
      at: edit.createdAt.toISOString(),
      before: textsOf(edit.before),
      after: textsOf(edit.after),
      similarity: edit.similarity,
    })),
    revision: sliceRevision(state),
  };
}

function usualTokens({ mode, maxTokens, childTokens }: Segmentation): number {
  if (mode === "none") return SLICE_TOKENS.max;
  return mode === "multi" ? (childTokens ?? Math.ceil(maxTokens / 4)) : maxTokens;
}

const textsOf = (states: unknown) => (states as { text: string }[]).map(({ text }) => text).join("\n\n");

export function toState(slice: SliceRow, hand: HandRow | null): SliceState {
  const { id, ordinal, from, to, part, partTo, heading, text, tokens, parent, isDisabled } = slice;
  return {
    id,
    ordinal,
    from,
    to,
    part,
    partTo,
    heading,
    text,
    tokens,
    parent,
    isDisabled,
    hand: hand && {
      id: hand.id,
      anchor: hand.anchor,
      isAdded: hand.isAdded,
      place: hand.place,
      reason: hand.reason,
    },
  };
}

/** What people edit of a slice. */
export const editedFields = ({ text, isDisabled, from, to }: SliceState) => ({ text, isDisabled, from, to });
export const sliceRevision = (state: SliceState) => revisionOf(editedFields(state));
