import { useTranslations } from "next-intl";
import type { TextBlock } from "@/lib/parsing/types";

/** What a block is that is no text of the document itself. It is no part of the text: selecting passes over it. */
export function BlockLabel({ block: { kind, reply, resolved, cell } }: { block: TextBlock }) {
  const t = useTranslations("reader.block");
  // The words of a comment begin with their cell.
  const said =
    kind === "comment"
      ? [t(reply ? "reply" : "comment"), resolved && t("resolved")]
      : [t(kind === "chart" ? "chart" : "textBox"), cell];
  return (
    <span className="block select-none font-sans text-[0.85em] font-normal text-fg-3">
      {said.filter(Boolean).join(" · ")}
    </span>
  );
}
