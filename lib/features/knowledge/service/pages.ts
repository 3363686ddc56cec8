import "server-only";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { db } from "@/db/client";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import { findPage, hasPage, insertPage, type PageRow, updatePage } from "@/db/queries/knowledge/pages";
import { insertParsedVersion } from "@/db/queries/parsing/parsing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { keepFile, keepNewVersion, type StoredUpload } from "@/lib/files/upload";
import { notify } from "@/lib/mail/notify";
import type { WebPage } from "@/lib/net/web-page";
import { declaredEncoding, inspectUpload } from "@/lib/parsing/inspect";
import { hashReadText, hashStoredText, readingOptions } from "@/lib/parsing/parse";
import { P } from "@/lib/permissions/codes";
import { loadPage } from "@/lib/web/load";
import { pageName } from "@/lib/web/page-text";
import { dataSetHref } from "../paths";
import type { NewPages } from "../schema";
import { maySeeFile, PURPOSE, requireFile, target } from "./files";
import { rulesOf } from "./upload";
import { putInPlace } from "./versions";

/** A page, or null where it is as it was. Throws webPage… by what became of it. */
async function load(
  address: string,
  signal: AbortSignal,
  known?: Pick<PageRow, "etag" | "modified">,
): Promise<WebPage | null> {
  const loaded = await loadPage(address, { allowed: null, signal, known });
  if (loaded.kind === "same") return null;
  if (loaded.kind === "page") return loaded.page;
  const { failure } = loaded;
  throw new AppError(failure === "webPageLimited" ? "webPageRefused" : failure, { args: { address } });
}

/** A web page becomes a file of a base. Throws notFound, webPageExists, webPage… and what an upload throws. */
export async function addPage(
  actor: Actor,
  base: BaseRow,
  { address, folder, refresh }: Pick<NewPages, "folder" | "refresh"> & { address: string },
  signal: AbortSignal,
): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  if (await hasPage(db(), base.id, address)) throw new AppError("webPageExists", { args: { address } });
  const page = await load(address, signal);
  if (!page) throw new AppError("webPageUnreachable", { args: { address } });
  const { bytes, charset, etag, modified } = page;
  const fields = new Map([
    ["folder", folder],
    ["sameName", "keep"],
    ...(charset ? [["charset", charset] as const] : []),
  ]);
  const now = new Date();
  const rules = rulesOf(actor, base, (tx, { id }) =>
    insertPage(tx, { knowledgeFileId: id, url: address, refresh, etag, modified, checkedAt: now, changedAt: now }),
  );
  await keepFile(actor, Buffer.from(bytes), pageName(page), rules, fields);
}

/** The page says what its newest version says: its bytes differ in what nobody reads. */
class SameText extends Error {}

/**
 * Looks at a web page again: other words become the file's newest version, without a gap (spec F5). One that is gone keeps
 * answering as it was, and whoever answers for it is told. Throws notFound, notWebPage, and webPage… after that was written down.
 */
export async function refreshPage(actor: Actor, id: string, signal: AbortSignal): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base } = await requireFile(actor, id, "manage");
  const known = await findPage(db(), id);
  if (!known) throw new AppError("notWebPage");
  const found = { status: "found" as const, failure: null, checkedAt: new Date() };
  try {
    const page = await load(known.url, signal, known);
    const state = page && { etag: page.etag, modified: page.modified };
    const isSame = !page || createHash("sha256").update(page.bytes).digest("hex") === file.sha256;
    if (isSame || !(await keepChanged(actor, file, page, { ...found, ...state, changedAt: found.checkedAt })))
      await updatePage(db(), id, { ...found, ...state });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isGone = error.key === "webPageGone";
    const told = isGone && known.status !== "gone" ? await whoIsTold(file, base, actor) : null;
    await db().transaction(async (tx) => {
      const status = isGone ? "gone" : "failed";
      await updatePage(tx, id, { status, failure: error.key, checkedAt: new Date() });
      if (!told) return;
      const args = { name: file.name };
      await notify(tx, [{ userId: told, kind: "pageGone", args, href: dataSetHref(file.baseId) }]);
    });
    throw error;
  }
}

/** Keeps a page as the newest version of its file; false where that says the same. */
async function keepChanged(
  actor: Actor,
  file: KnowledgeFileRow,
  { bytes, charset }: WebPage,
  state: Partial<PageRow>,
): Promise<boolean> {
  const { fileId, name, format } = file;
  const encodingOf = ({ head }: Pick<StoredUpload, "head">) =>
    declaredEncoding({ head, fields: new Map(charset ? [["charset", charset]] : []) }, format);
  try {
    await keepNewVersion(
      actor,
      { fileId, name, source: Readable.from([Buffer.from(bytes)]) },
      {
        ...{ purpose: PURPOSE, ownerId: file.uploaderId ?? undefined },
        check: async (upload) => {
          const { storageKey } = upload;
          await inspectUpload(actor, { storageKey, format });
          const before = await hashReadText(file.versionId);
          if (before === null) return;
          const options = await readingOptions(encodingOf(upload));
          const now = await hashStoredText({ storageKey, format, options, owner: actor.id, isQuick: true });
          if (now === before) throw new SameText();
        },
        write: async (tx, upload) => {
          await insertParsedVersion(tx, upload.versionId, format, encodingOf(upload));
          await putInPlace(tx, actor, file, upload);
          await updatePage(tx, file.id, state);
        },
      },
    );
    return true;
  } catch (error) {
    if (error instanceof SameText) return false;
    throw error;
  }
}

/** Who is told of a page: whoever answers for it, while they may see it, else the base's owner. */
async function whoIsTold(file: KnowledgeFileRow, base: BaseRow, actor: Actor): Promise<string | null> {
  for (const userId of [file.ownerId ?? actor.id, base.ownerId]) if (await maySeeFile(userId, file.id)) return userId;
  return null;
}

/** How often a web page is looked at again. Throws notFound, notWebPage. */
export async function schedulePage(actor: Actor, id: string, refresh: NewPages["refresh"]): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, id, "manage", tx);
    const page = await findPage(tx, id);
    if (!page) throw new AppError("notWebPage");
    await updatePage(tx, id, { refresh });
    await updateBase(tx, base.id, { updatedAt: new Date() });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.file.change",
      target: target(file),
      before: { refresh: page.refresh },
      after: { refresh },
    });
  });
}
