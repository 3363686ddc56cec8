import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { WEB_PAGE_PURPOSE } from "@/lib/config/web-kinds";
import { correlated } from "../../correlated";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { searchReads, searchSources, webPages } from "../../schema/search";
import { ownFile } from "../files/files";
import { reachableFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

/** Who reads the words of files. */
export interface Reader extends GrantedSubjects {
  /** Holds a code that opens knowledge bases. */
  readsBases: boolean;
  /** Holds a code that opens searches of the web. */
  readsWeb: boolean;
}

/** Whether a page's host lies in a list of domains, as `lib/web/domains` judges it. */
export const hostIsIn = (host: SQLWrapper, domains: SQLWrapper): SQL => sql`exists (
  select 1 from unnest(${domains}) d, lateral (select split_part(${host}, ':', 1) as name) h
  where case when d like '=%' then h.name = substr(d, 2) else h.name = d or right(h.name, length(d) + 1) = '.' || d end)`;

/** Sources a person may search: their own ones and the organisation's. */
export const usableSource = (userId: string): SQL | undefined =>
  and(isNull(searchSources.deletedAt), or(isNull(searchSources.ownerId), eq(searchSources.ownerId, userId)));

/**
 * Files a person may read the words of: their own ones but for documents in the trash, those of bases they may use now, and
 * snapshots of pages that lie in a source they may search or that a search of theirs has read.
 * The one condition of every door to a file's text: the reader, citations, exports and shared conversations.
 */
export function readableFile(subjects: Reader): SQL | undefined {
  return and(
    eq(files.status, "uploaded"),
    isNull(files.deletedAt),
    or(
      and(
        ownFile(subjects.userId),
        correlated(
          sql`not exists (select 1 from documents d where d.file_id = ${files.id} and d.deleted_at is not null)`,
        ),
      ),
      subjects.readsBases
        ? correlated(
            sql`exists (select 1 from ${knowledgeFiles} inner join ${knowledgeBases} on ${eq(knowledgeBases.id, knowledgeFiles.baseId)}
          where ${and(eq(knowledgeFiles.fileId, files.id), reachableFile(subjects, "view"))})`,
          )
        : undefined,
      subjects.readsWeb
        ? correlated(
            sql`(${eq(files.purpose, WEB_PAGE_PURPOSE)} and ${isNull(files.ownerId)} and exists (
          select 1 from ${webPages} where ${eq(webPages.fileId, files.id)} and (
            exists (select 1 from ${searchReads} where ${and(eq(searchReads.pageId, webPages.id), eq(searchReads.userId, subjects.userId))})
            or exists (select 1 from ${searchSources}
              where ${and(usableSource(subjects.userId), hostIsIn(webPages.host, searchSources.domains))}))))`,
          )
        : undefined,
    ),
  );
}
