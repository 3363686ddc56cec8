import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import { listDuePages, updatePage } from "@/db/queries/knowledge/pages";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { PAGE_REFRESH } from "@/lib/config/knowledge-kinds";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import { keptText } from "@/lib/text/line";
import { readSitemap } from "@/lib/web/sitemaps";
import { SITEMAP_PAGES_MAX } from "../limits";
import { dataSetHref } from "../paths";
import type { AddedPagesDto } from "../reading-dto";
import type { NewPages } from "../schema";
import { requireBase } from "./bases";
import { assertOffered } from "./center-offer";
import { addPage, refreshPage } from "./pages";

/** So many are read while the person waits; of more, and of a sitemap, a task tells how far it is. */
const AT_ONCE = 3;
const WAIT_MS = 90_000;
const DAY_MS = 24 * 3_600_000;
/** Pages one run of the clock begins to look at. */
const DUE = 500;

const inputSchema = z.object({
  baseId: z.uuid(),
  addresses: z.array(keptText),
  sitemap: keptText.nullable(),
  folder: keptText,
  refresh: z.enum(PAGE_REFRESH),
});
const stateSchema = z.object({
  /** Those of the sitemap, once it was read. */
  addresses: z.array(keptText).nullable().default(null),
  done: z.int().default(0),
  refused: z.int().default(0),
  /** The first that was refused. */
  example: keptText.default(""),
});
type Adding = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** Reads many web pages into a base, each by itself: one that is refused stops no other. */
export const knowledgePagesTask = defineTask({
  kind: "knowledgePages",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  state: stateSchema,
  atOnce: 2,
  ofOneOwner: 1,
  steps: { find, add },
});

async function find(task: Adding): Promise<void> {
  const { sitemap, addresses } = task.input;
  if (task.state.addresses) return;
  const named = sitemap ? await readSitemap(sitemap, SITEMAP_PAGES_MAX, task.signal) : [];
  await task.keep({ state: { ...task.state, addresses: [...new Set([...addresses, ...named])] } });
}

async function add(task: Adding): Promise<void> {
  const { baseId, folder, refresh } = task.input;
  const { signal } = task;
  const addresses = task.state.addresses ?? [];
  while (task.state.done < addresses.length) {
    const address = addresses[task.state.done]!;
    const actor = await task.actor();
    // The right may have been withdrawn, or the base deleted, since the page before.
    const base = await requireBase(actor, baseId, "manage");
    const isAdded = await addPage(actor, base, { address, folder, refresh }, signal).then(
      () => true,
      (error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    const { done, refused, example } = task.state;
    const state = { addresses, done: done + 1, refused: refused + (isAdded ? 0 : 1), example };
    await task.keep({
      state: { ...state, example: example || (isAdded ? "" : address) },
      ...{ done: state.done, total: addresses.length },
    });
  }
  const { id: userId } = await task.actor();
  const { done, refused, example } = task.state;
  await task.finish(async (tx) => {
    const args = { added: done - refused, refused, example };
    await notify(tx, [{ userId, kind: "pagesAdded", args, href: dataSetHref(baseId) }]);
  });
}

/** Web pages become files of a base. Throws notFound, notOffered. */
export async function addPages(
  actor: Actor,
  baseId: string,
  { addresses, sitemap, folder, refresh }: NewPages,
  locale: Locale,
): Promise<AddedPagesDto> {
  requirePermission(actor, P.KB_MANAGE);
  await assertOffered("webPages");
  const base = await requireBase(actor, baseId, "manage");
  if (sitemap || addresses.length > AT_ONCE) {
    const { id } = await db().transaction((tx) =>
      startTask(tx, knowledgePagesTask, {
        owner: actor,
        subject: v7(),
        input: { baseId, addresses, sitemap: sitemap ?? null, folder, refresh },
        titleArgs: { name: base.name },
        href: dataSetHref(baseId),
      }),
    );
    return { taskId: id, added: 0, refused: [] };
  }
  const signal = AbortSignal.timeout(WAIT_MS);
  const refused: AddedPagesDto["refused"] = [];
  for (const address of addresses) {
    try {
      await addPage(actor, base, { address, folder, refresh }, signal);
    } catch (error) {
      const isLate = signal.aborted && !(error instanceof AppError);
      const refusal = isLate ? new AppError("webPageTimeout", { args: { address } }) : error;
      if (!(refusal instanceof AppError)) throw error;
      refused.push({ address, message: await errorText(locale, refusal.key, refusal.options.args) });
    }
  }
  return { taskId: null, added: addresses.length - refused.length, refused };
}

/** Looks at one page again by the clock, as whoever answers for it. */
export const pageRefresh = defineTask({
  kind: "knowledgePageRefresh",
  anyOf: [P.KB_MANAGE],
  input: z.object({ fileId: z.uuid() }),
  atOnce: 2,
  ofOneOwner: 1,
  isToldByRows: true,
  steps: {
    look: async (task) => {
      await refreshPage(await task.actor(), task.input.fileId, task.signal).catch((error: unknown) => {
        task.signal.throwIfAborted();
        // What became of the page stands in its row.
        if (!(error instanceof AppError)) throw error;
      });
      await task.finish();
    },
  },
});

/** Begins to look at all pages whose time has come. */
export async function startDueRefreshes(now = new Date()): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const { id, name, ownerId, account } of await listDuePages(db(), { daily: ago(1), weekly: ago(7) }, DUE)) {
    await db().transaction(async (tx) => {
      await startTask(tx, pageRefresh, {
        owner: { id: ownerId, account, request: { requestId: v7(), address: "", userAgent: "" } },
        subject: id,
        input: { fileId: id },
        titleArgs: { name },
      });
      // Whoever may no longer do it is not asked again every hour.
      await updatePage(tx, id, { checkedAt: now });
    });
  }
}
