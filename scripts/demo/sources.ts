/** Sources of the web search, with pages that nobody has to fetch: they are read, cut and searched like all others. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { insertWebHosts } from "@/db/queries/search/frontier";
import { updateSource } from "@/db/queries/search/sources";
import { files, fileVersions } from "@/db/schema/files";
import { searchSources, webPages } from "@/db/schema/search";
import { createSource } from "@/lib/features/search/sources/service/sources";
import { keepPage } from "@/lib/web/keep";
import { readHead } from "@/lib/web/links";
import { pageRowOf } from "@/lib/web/visit";
import type { DemoSource } from "./content";
import type { Filling } from "./fill";
import { DemoRefused, keepMarker } from "./marker";

/** When the pages were read: before the first search. */
const READ = sql`now() - interval '58 days'`;

export async function keepSources({ folder, content, marker, administrator }: Filling): Promise<void> {
  for (const { name, description, group, domain, pages } of content.sources) {
    // Nothing answers at such an address: they are not read anew by the clock.
    const { id } = await createSource(administrator, {
      ...{ name, description, group, domains: [domain], iconFileId: null, shared: true },
      ...{ isIndexed: true, everyHours: 0, pageCap: 100, pauseMs: 1000 },
    });
    marker.sources.push(id);
    marker.hosts.push(domain);
    await keepMarker(marker);
    await insertWebHosts(db(), [domain]);
    for (const page of pages) await keepOne(folder, domain, page);
    await updateSource(db(), id, { changedPages: pages.length });
  }
  await db().update(searchSources).set({ crawledAt: READ }).where(inArray(searchSources.id, marker.sources));
  const ofHosts = inArray(webPages.host, marker.hosts);
  const their = db().select({ id: webPages.fileId }).from(webPages).where(ofHosts);
  await db().update(files).set({ createdAt: READ }).where(inArray(files.id, their));
  await db().update(fileVersions).set({ createdAt: READ }).where(inArray(fileVersions.fileId, their));
  await db().update(webPages).set({ fetchedAt: READ, checkedAt: READ, createdAt: READ }).where(ofHosts);
}

async function keepOne(folder: string, domain: string, { path: below, file }: DemoSource["pages"][number]) {
  const bytes = new Uint8Array(await readFile(path.join(folder, "pages", file)));
  const url = `https://${domain}${below}`;
  const html = new TextDecoder().decode(bytes);
  const page = { kind: "page", bytes, type: "text/html", charset: "utf-8", url, etag: null, modified: null } as const;
  const row = await pageRowOf(url, { foundBy: "sitemap", depth: 1 });
  const kept = await keepPage(
    row,
    url,
    { kind: "page", page, format: "html", head: readHead(html, url), html },
    { signal: AbortSignal.timeout(60_000), vectors: null, joinsCopies: false },
  );
  if (kept.kind !== "found") throw new DemoRefused(`A page of the demo could not be read: ${file}`);
}
