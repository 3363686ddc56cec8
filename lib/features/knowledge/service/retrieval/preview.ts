import "server-only";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type RetrievalSettings, type Rewriting, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import { P } from "@/lib/permissions/codes";
import { cut } from "@/lib/text/storable";
import type { LookDto } from "../../retrieval-dto";
import type { RetrievalPreview } from "../../schema";
import { withinCenter } from "../../within-center";
import { requireBase } from "../bases";
import type { Found } from "./found";
import { queriesFor } from "./queries";
import { searchBases } from "./search-bases";
import { type Judged, type Selected, selectSlices } from "./select-slices";
import { centerSettings, settingsOf } from "./settings";

/** Slices that are shown although the search would not have brought them. */
const BEYOND = 5;
const EXCERPT = 280;

/**
 * What a base finds for a question as it is set, and as it would be, with what left each slice out (spec G1). The same work as
 * that of a chat, for the person who asks. Throws notFound.
 */
export async function previewRetrieval(actor: Actor, id: string, { question, settings }: RetrievalPreview) {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, id, "manage");
  const center = await centerSettings();
  const draft = withinCenter({ ...center.settings, ...settings }, center);
  const saved = settingsOf(base.retrieval, center);
  return {
    saved: await lookAt(actor, { id, question, settings: saved }),
    draft: isSame(saved, draft) ? null : await lookAt(actor, { id, question, settings: draft }),
  };
}

interface Looking {
  id: string;
  question: string;
  settings: RetrievalSettings;
  signal?: AbortSignal;
}

/** What a search of a base selects for a question, and what it would have brought besides. */
export interface Looked {
  queries: readonly string[];
  rewriting: Rewriting;
  choice: Selected;
  /** Slices the number of those that are found left out, best first. */
  beyond: Judged[];
}

/**
 * Searches a base the way a chat does, by settings that need not be its own. The caller has checked the right to the base;
 * files of it that are kept from the person are not searched.
 */
export async function lookInto(actor: Actor, { id, question, settings, signal }: Looking): Promise<Looked> {
  const { topK } = settings;
  const put = (await queriesFor(actor, { question, bases: [{ id, settings }] }, { signal })).get(id)!;
  const { queries, rewriting } = put;
  // Lists of several queries are put together within their number: a longer one would be another list.
  const wider = queries.length === 1 ? Math.min(topK + BEYOND, TOP_K_MAX) : topK;
  const calls = { app: APP.KNOWLEDGE, signal };
  const [finds] = await searchBases(actor, [{ id, settings: { ...settings, topK: wider }, queries }], calls);
  const { found } = finds!;
  const within = { ...finds!, settings, found: found.slice(0, topK) };
  const choice = await selectSlices(actor, { question, finds: [within], needsRelation: true, calls });
  const beyond = found.slice(topK).map((one): Judged => ({ found: one, cut: "topK" }));
  return { queries: queries.map(({ text }) => text), rewriting, choice, beyond };
}

async function lookAt(actor: Actor, looking: Looking): Promise<LookDto> {
  const { queries, rewriting, choice, beyond } = await lookInto(actor, looking);
  const isKept = ({ cut }: Judged) => cut === null;
  const isBeside = new Set(choice.around.map(({ found: { hit } }) => hit.sliceId));
  return {
    queries: [...queries],
    rewriting,
    slices: [
      ...choice.judged.filter(isKept).map((one) => toSlice(one)),
      ...choice.around.map(({ found: one, of }) => toSlice({ found: one, cut: null }, of)),
      ...[...choice.judged.filter((one) => !isKept(one)), ...beyond]
        .filter(({ found: { hit } }) => !isBeside.has(hit.sliceId))
        .map((one) => toSlice(one)),
    ],
    failed: choice.failed.map(({ helper }) => helper),
  };
}

function toSlice({ found, cut: by }: { found: Found; cut: Judged["cut"] }, neighbourOf: string | null = null) {
  const { hit, set, score } = found;
  const { sliceId, part: page, from, picture } = hit;
  const { fileId, fileName, versionId } = set;
  return {
    sliceId,
    fileId,
    fileName,
    versionId,
    page,
    from,
    picture,
    text: cut(hit.text.trim(), EXCERPT),
    score,
    cut: by,
    neighbourOf,
  };
}
