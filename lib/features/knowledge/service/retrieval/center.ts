import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { withRevision } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { CenterRetrievalDto } from "../../retrieval-dto";
import type { CenterRetrievalChange } from "../../schema";
import { foreignModels, type ModelField, modelProblems } from "./change";

/** Names the center's row in the operation log, and its lock. */
const ID = "center";

/** How bases that set nothing of their own are searched. */
export async function readCenterRetrieval(actor: Actor): Promise<CenterRetrievalDto> {
  requirePermission(actor, P.KB_CENTER);
  return read(db());
}

async function read(at: Queryable): Promise<CenterRetrievalDto> {
  return withRevision({ settings: await readConfig(at, "knowledgeRetrieval") }, edited);
}

const edited = ({ settings }: { settings: RetrievalSettings }) => settings;

/** Throws staleRecord, and invalidInput naming a model that is not the person's or of another kind. */
export async function changeCenterRetrieval(
  actor: Actor,
  { settings, revision }: CenterRetrievalChange,
): Promise<CenterRetrievalDto> {
  requirePermission(actor, P.KB_CENTER);
  const ofModels = await modelProblems(actor, settings);
  await db().transaction((tx) => putCenterRetrieval(tx, actor, { settings, revision, ofModels }));
  invalidateConfig("knowledgeRetrieval");
  return readCenterRetrieval(actor);
}

interface Put {
  settings: RetrievalSettings;
  revision?: string;
  /** As `modelProblems` found them before the transaction. */
  ofModels: readonly ModelField[];
}

/** As `changeCenterRetrieval`, in the caller's transaction; the caller invalidates the configuration after it. */
export async function putCenterRetrieval(
  tx: Transaction,
  actor: Actor,
  { settings, revision, ofModels }: Put,
): Promise<void> {
  const current = async () => edited(await read(tx));
  await assertCurrent(tx, actor, { type: "knowledgeRetrieval", id: ID, given: revision, read: current });
  const before = await current();
  const fields = foreignModels(ofModels, settings, before);
  if (Object.keys(fields).length > 0) throw new AppError("invalidInput", { data: { fields } });
  await upsertConfig(tx, "knowledgeRetrieval", settings);
  await recordAuditEvent(tx, actor, {
    action: "knowledge.center.retrieval",
    target: { type: "knowledgeRetrieval", id: ID, name: ID },
    before,
    after: settings,
  });
}
