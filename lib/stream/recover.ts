import "server-only";
import { db } from "@/db/client";
import { findParts, finishTurn, listChunks, takeAbandonedRuns } from "@/db/queries/runs";
import { findCall } from "@/db/queries/usage";
import { log } from "@/lib/log";
import { estimateTokens } from "@/lib/models/tokens";
import { runtime } from "@/lib/runtime";
import { type MessagePart, partsOfLines, type StreamLine, supportOf } from "./parts";
import { estimatedSettlement } from "./turn";

/**
 * Answers whose process died: what was said is kept and marked interrupted, and what it used is settled by estimate
 * (SECURITY ST-11). `silentSeconds` null takes every foreign run: the embedded database has one web process.
 */
export async function recoverRuns(silentSeconds: number | null): Promise<void> {
  const abandoned = await takeAbandonedRuns(db(), runtime.instance, silentSeconds);
  for (const run of abandoned) {
    const chunks = await listChunks(db(), run.id, 0);
    const lines = chunks.flatMap((chunk) => chunk.lines.split("\n"));
    // An answer that was taken up again and had nothing stored of it yet keeps what it said before.
    const parts = lines.length > 0 ? partsOfLines(lines) : ((await findParts(db(), run.messageId)) as MessagePart[]);
    const outputTokens = estimateTokens(parts.map((part) => ("text" in part ? part.text : "")).join(""));
    const finish: StreamLine = {
      type: "finish",
      messageMetadata: { status: "interrupted", error: "interrupted" },
    };
    const at = lines.length + 1;
    const call = await findCall(db(), run.id);
    await finishTurn(
      {
        runId: run.id,
        messageId: run.messageId,
        status: "interrupted",
        error: "interrupted",
        parts,
        support: supportOf(parts),
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
  if (abandoned.length > 0) log().info({ runs: abandoned.length }, "interrupted answers recovered");
}
