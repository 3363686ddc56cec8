import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { correlated } from "../../correlated";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { ownFile } from "../files/files";
import { reachableFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

/** Who reads the words of files. */
export interface Reader extends GrantedSubjects {
  /** Holds a code that opens knowledge bases. */
  readsBases: boolean;
}

/**
 * Files a person may read the words of: their own ones but for documents in the trash, and those of bases they may use now.
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
    ),
  );
}
