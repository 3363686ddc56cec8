import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { withRevision } from "@/lib/editing/revision";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { resolveChatModel, resolveModelOf } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { RetrievalDto } from "../../retrieval-dto";
import { retrievalProblems } from "../../retrieval-problems";
import type { RetrievalChange } from "../../schema";
import { requireBase } from "../bases";
import { ownSettings } from "./settings";

/** How a base is searched. Throws notFound, also where the person may only use it. */
export async function readRetrieval(actor: Actor, id: string): Promise<RetrievalDto> {
  requirePermission(actor, P.KB_MANAGE);
  return read(db(), actor, id);
}

async function read(at: Queryable, actor: Actor, id: string): Promise<RetrievalDto> {
  const base = await requireBase(actor, id, "manage", at);
  // One after the other: inside a transaction nothing may be asked beside it.
  const center = await readConfig(at, "knowledgeRetrieval");
  const limits = await readConfig(at, "knowledgeRecall");
  return withRevision({ own: ownSettings(base.retrieval), center, limits }, edited);
}

/** The center's is changed elsewhere. */
const edited = ({ own }: { own: OwnRetrieval }) => own;

/**
 * What a base sets of its own becomes this; what is left out follows the center from now on. Throws notFound, staleRecord,
 * invalidInput naming the field: a model that is not theirs or of another kind, a rewrite without a model, what the center
 * keeps for itself or bounds.
 */
export async function changeRetrieval(
  actor: Actor,
  id: string,
  { settings: own, revision }: RetrievalChange,
): Promise<RetrievalDto> {
  requirePermission(actor, P.KB_MANAGE);
  const ofModels = await modelProblems(actor, own);
  await db().transaction((tx) => putRetrieval(tx, actor, id, { own, revision, ofModels }));
  return readRetrieval(actor, id);
}

interface Put {
  own: OwnRetrieval;
  revision?: string;
  /** As `modelProblems` found them before the transaction. */
  ofModels: readonly ModelField[];
}

/** As `changeRetrieval`, in the caller's transaction. */
export async function putRetrieval(
  tx: Transaction,
  actor: Actor,
  id: string,
  { own, revision, ofModels }: Put,
): Promise<void> {
  const current = () => read(tx, actor, id).then(edited, nullIfMissing);
  await assertCurrent(tx, actor, { type: "knowledgeRetrieval", id, given: revision, read: current });
  const [base, before] = [await requireBase(actor, id, "manage", tx), await read(tx, actor, id)];
  const fields = {
    ...retrievalProblems(own, before.center),
    ...foreignModels(ofModels, own, before.own),
    ...beyondCenter(own, before),
  };
  if (Object.keys(fields).length > 0) throw new AppError("invalidInput", { data: { fields } });
  await updateBase(tx, id, { retrieval: own, updatedAt: new Date() });
  await recordAuditEvent(tx, actor, {
    action: "knowledge.base.retrieval",
    target: { type: "knowledgeRetrieval", id, name: base.name },
    before: before.own,
    after: own,
  });
}

/** What the center keeps for itself or bounds; what a base had before may stay. */
function beyondCenter(own: OwnRetrieval, { own: before, limits }: Pick<RetrievalDto, "own" | "limits">) {
  const { locked, topKMax, selectedMax } = limits;
  const isNew = (name: keyof OwnRetrieval) => name in own && own[name] !== before[name];
  const fields: Partial<Record<keyof OwnRetrieval, "locked" | "range">> = {};
  if (isNew("topK") && (own.topK ?? 0) > topKMax) fields.topK = "range";
  if (isNew("selectedCount") && (own.selectedCount ?? 0) > selectedMax) fields.selectedCount = "range";
  for (const name of locked) if (isNew(name)) fields[name] = "locked";
  return fields;
}

/** Problems of models in settings; one that somebody else chose before may stay. */
export function foreignModels(
  ofModels: readonly ModelField[],
  own: OwnRetrieval,
  before: OwnRetrieval,
): Partial<Record<ModelField, "invalid">> {
  return Object.fromEntries(
    ofModels.filter((field) => own[field] !== before[field]).map((field) => [field, "invalid"]),
  );
}

const MODELS = ["rewriteModelId", "filterModelId", "selectModelId", "rerankModelId"] as const;
export type ModelField = (typeof MODELS)[number];

/**
 * Fields that name a model the person may not choose. Asked before a transaction: models are read by another statement than
 * its own, which the embedded database would never begin.
 */
export async function modelProblems(actor: Actor, own: OwnRetrieval): Promise<ModelField[]> {
  const problems: ModelField[] = [];
  for (const field of MODELS) {
    const wanted = own[field];
    if (!wanted) continue;
    const found =
      field === "rerankModelId" ? resolveModelOf(actor, wanted, ["rerank"]) : resolveChatModel(actor, wanted);
    await found.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      problems.push(field);
    });
  }
  return problems;
}
