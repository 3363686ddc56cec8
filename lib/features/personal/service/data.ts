import "server-only";
import { Readable } from "node:stream";
import { db } from "@/db/client";
import { listMemories } from "@/db/queries/memories";
import {
  listOwnCollected,
  listOwnDocuments,
  listOwnMessages,
  listOwnPrompts,
  listOwnSessions,
} from "@/db/queries/own-data";
import { listSeries } from "@/db/queries/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { contentDisposition } from "@/lib/files/names";
import { type ZipEntry, zipped } from "@/lib/files/zip";
import { log } from "@/lib/log";
import { refreshRollups } from "@/lib/models/jobs";
import { P } from "@/lib/permissions/codes";
import { ownProfile } from "./profile";

const PAGE = 50;
/** Conversations at most: what the archive format can name without extensions. */
const CHATS_MAX = 60_000;
/** Before any call of ours. */
const BEGINNING = "2000-01-01";

/** spec M6: everything that is the person's own, as files of JSON in one archive, written while it is read. */
export async function downloadData(actor: Actor): Promise<Response> {
  requirePermission(actor, P.USER);
  const { timeZone } = await loadConfig("customConfig");
  const today = dayIn(timeZone);
  await refreshRollups();
  await db().transaction((tx) =>
    recordDeed(tx, actor, {
      action: "personal.data.download",
      target: { type: "user", id: actor.id, name: actor.name },
    }),
  );
  const bytes = Readable.toWeb(Readable.from(guarded(zipped(entriesOf(actor, today)), actor.id)));
  return new Response(bytes as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": contentDisposition("attachment", `${actor.account}-${today}.zip`),
      "cache-control": "private, no-store, no-transform",
    },
  });
}

async function* entriesOf(actor: Actor, today: string): AsyncGenerator<ZipEntry> {
  const file = (name: string, value: unknown): ZipEntry => ({
    name: `${name}.json`,
    content: JSON.stringify(value, null, 2),
  });
  yield file("profile", await ownProfile(actor));
  yield file("memories", await listMemories(db(), actor.id));
  yield file("collected", await listOwnCollected(db(), actor.id));
  yield file("prompts", await listOwnPrompts(db(), actor.id));
  yield file("documents", await listOwnDocuments(db(), actor.id));
  yield file("usage", await usageByDay(actor.id, today));
  let after: string | null = null;
  for (let written = 0; written < CHATS_MAX; ) {
    const sessions: Awaited<ReturnType<typeof listOwnSessions>> = await listOwnSessions(db(), actor.id, after, PAGE);
    for (const session of sessions) {
      const messages = await listOwnMessages(db(), actor.id, session.id);
      yield file(`chats/${session.id}`, { ...session, messages });
    }
    written += sessions.length;
    after = sessions.at(-1)?.id ?? null;
    if (sessions.length < PAGE) return;
  }
}

/** The same rollups the reports are made of. */
async function usageByDay(userId: string, today: string) {
  const window = { months: null, days: [{ from: BEGINNING, to: today }] };
  const rows = await listSeries(db(), { dimension: "user", key: userId, window, grain: "day" });
  return rows.map(({ period, calls, failed, inputTokens, outputTokens, images, costMicros, unpriced }) => ({
    day: period,
    calls,
    failed,
    inputTokens,
    outputTokens,
    images,
    // Null where nothing has a price: it is not known to be 0.
    costMicros: costMicros === 0 && unpriced > 0 ? null : costMicros,
    unpricedCalls: unpriced,
  }));
}

/** The status is spent by now: a failure cuts the archive short, which its reader notices, and is told to the log. */
async function* guarded(source: AsyncGenerator<Uint8Array>, userId: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (err) {
    log().error({ err, userId }, "personal data could not be written");
    throw err;
  }
}
