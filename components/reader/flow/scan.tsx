"use client";

import { useMemo, useRef } from "react";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import { within } from "../marks";
import { PageMarks } from "../pdf/page-marks";
import { runsOf } from "../pdf/runs";
import { RecognisedWords } from "../recognised-words";
import type { Hit, Mark } from "../types";
import { usePieces } from "../use-pieces";

interface ScanProps {
  document: ReaderDocumentDto;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

/** No word of a picture is an item of a page's own. */
const NONE: readonly HTMLElement[] = [];

/** The picture a document consists of, with marks at the words that were recognised in it. */
export function Scan({ document, marks, hits }: ScanProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { versionId, fileName, parts, language } = document;
  const part = parts[0];
  const { pieces } = usePieces(document, part?.number ?? 1);
  const runs = useMemo(() => runsOf(pieces, part?.number ?? 1), [pieces, part]);
  return (
    <div ref={frame} data-scan className="pdf-page relative">
      {/* biome-ignore lint/performance/noImgElement: a file of the person's, of unknown size, behind a session */}
      <img src={`/api/reader/${versionId}/file`} alt={fileName} className="block h-auto w-full" />
      {part && (
        <>
          <PageMarks
            holder={frame}
            part={part}
            runs={runs}
            items={NONE}
            marks={within(marks, part)}
            hits={within(hits, part)}
          />
          <RecognisedWords part={part} runs={runs} pieces={pieces} lang={language ?? undefined} />
        </>
      )}
    </div>
  );
}
