import "server-only";
import { db } from "@/db/client";
import { findParts, interruptRun, listChunks, takeAbandonedRuns } from "@/db/queries/conversation/runs";
import { findCall } from "@/db/queries/models/usage";
import { forEachRow } from "@/lib/jobs/each-row";
import { log } from "@/lib/log";
import { estimatedSettlement } from "@/lib/models/settlement";
import { estimateTokens } from "@/lib/models/tokens";
import { runtime } from "@/lib/runtime";
import { storableJson } from "@/lib/text/storable";
import { groundednessOf, type MessagePart, partsOfLines, type StreamLine } from "./parts";
import { storeEnd } from "./turn-store";

type Abandoned = Awaited<ReturnType<typeof takeAbandonedRuns>>[number];

/**
 * Answers whose process died: what was said is kept and marked interrupted, and what it used is settled by estimate
 * (SECURITY ST-11). `silentSeconds` null takes every foreign run: the embedded database has one web process. One that
 * cannot be kept is at least ended; where that fails too, the next sweep finds its heartbeat silent again.
 */
export async function recoverRuns(silentSeconds: number | null): Promise<void> {
  const abandoned = await takeAbandonedRuns(db(), runtime.instance, silentSeconds);
  await forEachRow(abandoned, "interrupted answer not recovered", async (run) => {
    try {
      await recoverRun(run);
    } catch (err) {
      log().error({ err, runId: run.id }, "what an interrupted answer said could not be kept");
      await interruptRun(db(), run);
    }
  });
  if (abandoned.length > 0) log().info({ runs: abandoned.length }, "interrupted answers recovered");
}

async function recoverRun(run: Abandoned): Promise<void> {
  const chunks = await listChunks(db(), run.id, 0);
  const lines = chunks.flatMap((chunk) => chunk.lines.split("\n"));
  // An answer that was taken up again and had nothing stored of it yet keeps what it said before.
  const said = lines.length > 0 ? partsOfLines(lines) : ((await findParts(db(), run.messageId)) as MessagePart[]);
  // The lines keep as escapes what a message cannot hold.
  const parts = storableJson(said);
  const outputTokens = estimateTokens(parts.map((part) => ("text" in part ? part.text : "")).join(""));
  const finish: StreamLine = {
    type: "finish",
    messageMetadata: { status: "interrupted", error: "interrupted" },
  };
  const at = lines.length + 1;
  const call = await findCall(db(), run.id);
  await storeEnd(
    {
      runId: run.id,
      messageId: run.messageId,
      status: "interrupted",
      error: "interrupted",
      parts,
      support: groundednessOf(parts),
      inputTokens: 0,
      outputTokens,
      usageEstimated: true,
      firstTokenMs: null,
      durationMs: null,
      lines: at,
      rest: { runId: run.id, fromLine: at, toLine: at, lines: JSON.stringify(finish) },
    },
    estimatedSettlement(call ?? { id: run.id, day: run.createdAt.toISOString().slice(0, 10) }, outputTokens, {
      status: "interrupted",
      error: "interrupted",
    }),
  );
}
