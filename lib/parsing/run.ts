import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  claimVersion,
  findUnreadySet,
  findVersionSource,
  releaseLease,
  renewLease,
  updateHeld,
} from "@/db/queries/parsing";
import type { DocumentFormat, ParseStatus } from "@/db/schema/documents";
import { ownerNow } from "@/lib/auth/delegated";
import { ObjectMissing } from "@/lib/files/storage";
import { AppError } from "@/lib/http/errors";
import { failureKey } from "@/lib/http/known-failure";
import { log } from "@/lib/log";
import { SupplierError } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";
import { countPages, parseStored } from "./parse";
import { stages } from "./stages";
import { readIndex, readPiece, removeRun } from "./store";
import { readPagesByModel, visionModelOf } from "./vision";

/** Silent for so long, a worker counts as dead and its version is taken up again. */
const LEASE_SECONDS = 60;
const HEARTBEAT_MS = 10_000;
const ATTEMPTS_MAX = 3;
const PAUSE_SECONDS = 4;
/** Between tries while the disk is full. */
const FULL_PAUSE_SECONDS = 60;
const PROGRESS_MS = 1000;

/** A file of at most so many bytes is read in a moment and does not wait for larger ones. */
export const SMALL_BYTES = 262_144;

export const READING_OWNER = "reading";

type Stage = "parsing" | "segmenting" | "building";
const FAILED: Record<Stage, ParseStatus> = {
  parsing: "parse_failed",
  segmenting: "split_failed",
  building: "build_failed",
};

/** Somebody else holds the version by now: whatever is found here counts no more. */
class LeaseLost extends Error {}
class Cancelled extends Error {
  override readonly name = "Cancelled";

  /** By name: the route that cancels holds a class of its own (TRAPS d). */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "Cancelled";
  }
}

const shared = globalThis as typeof globalThis & { __parsingRuns?: Map<string, AbortController> };
shared.__parsingRuns ??= new Map();
const running = shared.__parsingRuns;

/** Tells the work of this process on a version that it shall end; other processes see it at their next sign of life. */
export function abortRun(versionId: string): void {
  running.get(versionId)?.abort(new Cancelled());
}

/**
 * Brings a version from the stage it is in to the end, or to a failure. Does nothing when somebody is at it. Answers
 * after how many seconds it shall be tried again, 0 for never.
 */
export async function runVersion(versionId: string, options: { signal?: AbortSignal } = {}): Promise<number> {
  const leaseId = v7();
  const claimed = await claimVersion(db(), versionId, leaseId, LEASE_SECONDS);
  if (!claimed) return 0;
  const controller = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
  running.set(versionId, controller);
  const holder = new Holder(versionId, leaseId, claimed.status as Stage, controller);
  try {
    if (claimed.cancelRequestedAt) throw new Cancelled();
    // Whoever tried before ended without a word each time: the next one would too.
    if (claimed.attempts > ATTEMPTS_MAX) throw new AppError("documentMemory");
    await work(holder, claimed.format, signal);
    return 0;
  } catch (error) {
    return await giveUp(holder, claimed.attempts, signal.aborted ? (signal.reason ?? error) : error);
  } finally {
    holder.stop();
    if (running.get(versionId) === controller) running.delete(versionId);
  }
}

/** The lease and every write made under it. */
class Holder {
  private readonly beat: NodeJS.Timeout;
  private told = 0;

  constructor(
    readonly versionId: string,
    readonly leaseId: string,
    public stage: Stage,
    private readonly controller: AbortController,
  ) {
    this.beat = setInterval(() => this.renew().catch(() => undefined), HEARTBEAT_MS);
    this.beat.unref();
  }

  stop(): void {
    clearInterval(this.beat);
  }

  private async renew(): Promise<void> {
    const alive = await renewLease(db(), this.versionId, this.leaseId, LEASE_SECONDS);
    if (!alive) this.controller.abort(new LeaseLost());
    else if (alive.isCancelled) this.controller.abort(new Cancelled());
  }

  async write(change: Parameters<typeof updateHeld>[3]): Promise<void> {
    if (!(await updateHeld(db(), this.versionId, this.leaseId, change))) throw new LeaseLost();
  }

  async enter(stage: Stage, change: Parameters<typeof updateHeld>[3] = {}): Promise<void> {
    await this.write({ ...change, status: stage, progress: 0, attempts: 1, failure: null });
    this.stage = stage;
  }

  /** Progress for people: now and then, never a reason to fail. */
  progress = async (percent: number): Promise<void> => {
    if (Date.now() - this.told < PROGRESS_MS) return;
    this.told = Date.now();
    await this.write({ progress: Math.max(0, Math.min(99, Math.floor(percent))) });
  };
}

async function work(holder: Holder, format: DocumentFormat, signal: AbortSignal): Promise<void> {
  if (holder.stage === "parsing") await parse(holder, format, signal);
  let setId = holder.stage === "building" ? await findUnreadySet(db(), holder.versionId, READING_OWNER) : null;
  // The set went away with its base or a crash: cut it again.
  if (holder.stage === "building" && !setId) await holder.enter("segmenting");
  if (holder.stage === "segmenting") setId = await segment(holder, signal);
  if (setId) await build(holder, setId, signal);
}

async function sourceOf(versionId: string) {
  const source = await findVersionSource(db(), versionId);
  if (!source || source.isDeleted) throw new Cancelled();
  return source;
}

async function parse(holder: Holder, format: DocumentFormat, signal: AbortSignal): Promise<void> {
  const { versionId } = holder;
  const source = await sourceOf(versionId);
  const before = await readIndex(versionId);
  const onProgress = (percent: number) => void holder.progress(percent).catch(() => undefined);
  const turn = { owner: source.ownerId, isQuick: source.size <= SMALL_BYTES };
  const input = { storageKey: source.storageKey, format, run: holder.leaseId, signal, onProgress, ...turn };
  const { index, pieces } = await (format === "image"
    ? parseSeen(holder, source, input, "visionModelMissing")
    : parseStored(input).catch((error) => {
        if (!(error instanceof AppError) || error.key !== "documentScanned") throw error;
        return parseSeen(holder, source, input, "documentScanned");
      }));
  try {
    const { parser, characters, parts, language, title } = index;
    await holder.enter("segmenting", { index, parser, characters, parts: parts.length, language, title });
  } catch (error) {
    await pieces.remove();
    throw error;
  }
  if (before && before.run !== index.run) await removeRun(source.storageKey, before);
}

/** Pictures of text, through the owner's vision model; without one the failure says so. */
async function parseSeen(
  holder: Holder,
  { ownerId, app }: Awaited<ReturnType<typeof sourceOf>>,
  input: Parameters<typeof parseStored>[0] & { signal: AbortSignal; onProgress(percent: number): void },
  missing: "visionModelMissing" | "documentScanned",
) {
  const actor = await ownerOf(ownerId, holder.leaseId);
  const model = await visionModelOf(actor);
  if (!model) throw new AppError(missing);
  const pageTexts = await readPagesByModel({ ...input, actor, app, model, pages: await countPages(input) });
  return parseStored({ ...input, options: { pageTexts } });
}

/** Whose models count and who pays. Throws noPermission when the person may not come in any more. */
async function ownerOf(ownerId: string | null, leaseId: string) {
  const request = { requestId: `parse-${leaseId}`, address: "", userAgent: "" };
  const actor = ownerId ? await ownerNow(ownerId, [P.DOCUMENT, P.CHAT], request) : null;
  if (!actor) throw new AppError("noPermission");
  return actor;
}

async function segment(holder: Holder, signal: AbortSignal): Promise<string> {
  const { versionId } = holder;
  const index = await readIndex(versionId);
  if (!index) throw new Error("parsed version without an index");
  const { setId, tokens } = await stages().segment({
    versionId,
    index,
    readPiece: async (number) => {
      const piece = await readPiece(versionId, number);
      if (!piece) throw new Error(`piece ${number} is missing`);
      return piece;
    },
    owner: READING_OWNER,
    segmentation: READING_SEGMENTATION,
    signal,
    onProgress: holder.progress,
  });
  signal.throwIfAborted();
  await holder.enter("building", { tokens });
  return setId;
}

async function build(holder: Holder, setId: string, signal: AbortSignal): Promise<void> {
  const { ownerId, app } = await sourceOf(holder.versionId);
  const viewer = await ownerOf(ownerId, holder.leaseId);
  await stages().build({ setId, viewer, app, signal, onProgress: holder.progress });
  const isOurs = await releaseLease(db(), holder.versionId, holder.leaseId, 0, {
    status: "ready",
    progress: 100,
    attempts: 0,
    failure: null,
    finishedAt: new Date(),
  });
  if (!isOurs) throw new LeaseLost();
}

async function giveUp(holder: Holder, attempts: number, error: unknown): Promise<number> {
  const { versionId, leaseId, stage } = holder;
  if (error instanceof LeaseLost) return 0;
  const key = error instanceof Cancelled ? "documentCancelled" : failureKey(error);
  if (key === "unknown") log().warn({ err: error, versionId, stage }, "document stage failed");
  // Nothing is wrong with the file: it goes on by itself once there is room, however long that takes.
  if (key === "storageFull") {
    await releaseLease(db(), versionId, leaseId, FULL_PAUSE_SECONDS, { attempts: attempts - 1 });
    return FULL_PAUSE_SECONDS;
  }
  const isFinal = error instanceof Cancelled || attempts >= ATTEMPTS_MAX || !mayHelp(error, stage);
  if (isFinal) {
    const failed = { status: FAILED[stage], failure: key, finishedAt: new Date() };
    await releaseLease(db(), versionId, leaseId, 0, failed);
    return 0;
  }
  const pause = PAUSE_SECONDS * 2 ** (attempts - 1);
  return (await releaseLease(db(), versionId, leaseId, pause)) ? pause : 0;
}

/** What is wrong with the file itself stays wrong; a supplier, a disk or a killed process may be well the next time. */
function mayHelp(error: unknown, stage: Stage): boolean {
  if (error instanceof ObjectMissing) return false;
  return error instanceof SupplierError || stage === "building" || !(error instanceof AppError);
}
