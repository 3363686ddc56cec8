import "server-only";
import { db } from "@/db/client";
import { listParseStates } from "@/db/queries/parsing/parsing";
import type { ParseStatus } from "@/db/schema/parsing";
import { isErrorKey } from "@/lib/errors/errors";
import type { FoundEncoding, ParseFailure, ParseStateDto, Part, Warning } from "./types";

const FAILED_IN: Partial<Record<ParseStatus, ParseFailure["stage"]>> = {
  parse_failed: "parsing",
  split_failed: "segmenting",
  build_failed: "building",
};

/** States of versions by id. The caller has checked that they may be seen. */
export async function parseStates(versionIds: readonly string[]): Promise<Map<string, ParseStateDto>> {
  const rows = await listParseStates(db(), versionIds);
  return new Map(
    rows.map(({ versionId, status, failure, progress, parts, characters, partKind, warnings, encoding }) => {
      const stage = FAILED_IN[status];
      const error = failure && isErrorKey(failure) ? failure : "unknown";
      return [
        versionId,
        {
          status,
          progress,
          failure: stage ? { stage, error } : null,
          parts,
          partKind: partKind as Part["kind"] | null,
          characters,
          warnings: (warnings as Warning[] | null) ?? [],
          ...(encoding ? { encoding: encoding as FoundEncoding } : {}),
        },
      ];
    }),
  );
}
