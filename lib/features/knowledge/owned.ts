import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  countOwnedBases,
  findBase,
  hideOwnBases,
  listBasesOfModel,
  listOwnBaseContent,
  listOwnedBases,
  listReachableBases,
  transferBases,
} from "@/db/queries/knowledge/bases";
import { listOwnDraftContent } from "@/db/queries/knowledge/drafts";
import { leaveFiles, listOwnedFiles, transferFiles } from "@/db/queries/knowledge/file-changes";
import { listReachableFiles } from "@/db/queries/knowledge/file-facets";
import { findKnowledgeFile } from "@/db/queries/knowledge/files";
import {
  knowledgeBases,
  knowledgeChatSettings,
  knowledgeDrafts,
  knowledgeFiles,
  knowledgeOpenQuestions,
  knowledgeQas,
  knowledgeShortcuts,
  qaPhrases,
  sliceEdits,
} from "@/db/schema/knowledge";
import { hasPermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import type { CollectableSource, Owned, OwnedThing } from "@/lib/owned/owned";
import { P } from "@/lib/permissions/codes";
import { BASES_MAX } from "./limits";
import { baseChatHref, dataSetHref, filePreviewHref } from "./paths";

/** Names of the bases that are told of. */
const NAMED = 10;

const base: CollectableSource = {
  kind: "base",
  isShared: true,
  copy: async (db, actor, refId) => {
    const found = await findBase(db, subjectsOf(actor), refId, "view");
    return found && { title: found.name, text: found.description, parts: [], sessionId: null };
  },
  // A right that was withdrawn takes the way there with it.
  hrefs: async (db, userId, items) => {
    const reader = await loadOwner(userId);
    if (!reader) return new Map();
    const ids = items.map(({ refId }) => refId);
    const found = await listReachableBases(db, subjectsOf(reader), ids);
    return new Map(found.map(({ id, mayManage }) => [id, mayManage ? dataSetHref(id) : baseChatHref(id)]));
  },
};

/** Nothing of its words is copied: they are the base's. */
const baseFile: CollectableSource = {
  kind: "baseFile",
  isShared: true,
  copy: async (db, actor, refId) => {
    if (!hasPermission(actor, P.KB_CHAT, P.KB_MANAGE)) return null;
    const found = await findKnowledgeFile(db, subjectsOf(actor), refId, "view");
    return found && { title: found.name, text: "", parts: [], sessionId: null };
  },
  hrefs: async (db, userId, items) => {
    const reader = await loadOwner(userId);
    if (!reader || !hasPermission(reader, P.KB_CHAT, P.KB_MANAGE)) return new Map();
    const ids = items.map(({ refId }) => refId);
    const found = await listReachableFiles(db, subjectsOf(reader), ids);
    return new Map(found.map(({ id }) => [id, filePreviewHref(id)]));
  },
};

const bases: OwnedThing = {
  key: "knowledgeBases",
  order: 20,
  columns: [knowledgeBases.ownerId],
  list: async (db, userId) => {
    const rows = await listOwnedBases(db, userId);
    return { count: rows.length, names: rows.slice(0, NAMED).map(({ name }) => name) };
  },
  transfer: async (tx, from, to) => {
    await lockUser(tx, to);
    const count = (await countOwnedBases(tx, from)) + (await countOwnedBases(tx, to));
    if (count > BASES_MAX) throw new AppError("baseLimit", { args: { max: BASES_MAX } });
    await transferBases(tx, from, to);
  },
  // What others use goes on for them and their managers; what nobody else sees goes to the trash.
  release: (tx, from) => hideOwnBases(tx, from),
};

/** What they answer for in bases, whoever's those are (spec F7). */
const files: OwnedThing = {
  key: "knowledgeFiles",
  order: 21,
  columns: [knowledgeFiles.ownerId],
  list: async (db, userId) => {
    const { count, names } = await listOwnedFiles(db, userId, NAMED);
    return { count, names };
  },
  transfer: transferFiles,
  // From then on the base's owner alone answers for them.
  release: leaveFiles,
};

export const KNOWLEDGE_OWNED: Owned = {
  things: [bases, files],
  ownData: [
    {
      name: "knowledge-bases",
      order: 60,
      columns: [knowledgeBases.ownerId],
      content: ({ actor }) => listOwnBaseContent(db(), actor.id),
    },
    {
      name: "knowledge-drafts",
      order: 60,
      columns: [knowledgeDrafts.authorId],
      content: ({ actor }) => listOwnDraftContent(db(), subjectsOf(actor)),
    },
  ],
  collectables: [base, baseFile],
  modelUses: [
    {
      kind: "base",
      order: 40,
      columns: [
        knowledgeBases.embeddingModelId,
        knowledgeBases.nextEmbeddingModelId,
        knowledgeBases.visionModelId,
        knowledgeBases.retrieval,
      ],
      read: async (db, modelId) => ({ names: (await listBasesOfModel(db, modelId)).map(({ name }) => name) }),
    },
  ],
  exempt: {
    people: [
      [knowledgeShortcuts.userId, "an order of things that only this product has"],
      [knowledgeChatSettings.userId, "settings of knowledge chat, no content"],
      [knowledgeOpenQuestions.askerId, "a question of a conversation that is in the archive"],
      [knowledgeDrafts.deciderId, "who decided about a draft of a base, which belongs to the base"],
      [sliceEdits.actorId, "who changed a slice of a base, which belongs to the base"],
      [knowledgeQas.authorId, "who stands for an answer of a base or of the center, which belongs to them"],
    ],
    models: [[qaPhrases.modelId, "says what made the vector; without that model the pair is found by its words"]],
  },
};
