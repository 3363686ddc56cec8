import { useTranslations } from "next-intl";
import type { PageLayout, Part, Piece } from "@/lib/parsing/types";
import { runRanges } from "../marks";
import { parsedArea, styleOf } from "./page-marks";

interface Addition {
  kind: "filled" | "comment";
  from: number;
  to: number;
}

interface PageAdditionsProps {
  part: Part;
  runs: readonly PageLayout["runs"][number][];
  pieces: readonly Piece[];
}

/** Frames around what was put onto a page after it was made: values of fields, remarks. */
export function PageAdditions({ part, runs, pieces }: PageAdditionsProps) {
  const t = useTranslations("reader");
  return additionsOf(pieces, part.number).flatMap((addition) =>
    runRanges(runs, addition).map((run) => (
      <span
        key={`${addition.from} ${run.box.y}`}
        data-addition={addition.kind}
        title={t(`addition.${addition.kind}`)}
        className="pdf-addition"
        style={styleOf(parsedArea(run, part))}
      />
    )),
  );
}

function additionsOf(pieces: readonly Piece[], number: number): Addition[] {
  return pieces.flatMap(({ blocks }) =>
    blocks.flatMap((block): Addition[] => {
      if (block.part !== number || block.kind === "image") return [];
      const { from, to } = block;
      if (block.kind === "comment") return [{ kind: "comment", from, to }];
      const stretches = block.kind === "table" ? block.cells : (block.runs ?? []);
      return stretches.filter(({ filled }) => filled).map((one) => ({ kind: "filled", from: one.from, to: one.to }));
    }),
  );
}
