"use client";

import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Notice } from "@/components/common/notice";
import type { FoundEncoding } from "@/lib/parsing/dto";
import type { Encoding } from "@/lib/text/encoding/names";
import { useEncodingName } from "./encoding-form";
import { useEncodingChoice } from "./use-encoding-choice";

interface EncodingNoticeProps {
  /** Not there for what is no text, or was not read yet. */
  encoding: FoundEncoding | null | undefined;
  /** Where it stands among others, its name. */
  file?: string;
  onRead: (encoding: Encoding) => Promise<unknown>;
}

/** Another encoding reads the file nearly as well: whoever knows the text has to say. */
export function EncodingNotice({ encoding, ...props }: EncodingNoticeProps) {
  if (!encoding || encoding.isCertain) return null;
  return (
    <LazyBoundary>
      <LazyMessages areas={["parsing"]}>
        <Uncertain encoding={encoding} {...props} />
      </LazyMessages>
    </LazyBoundary>
  );
}

function Uncertain({ encoding, file, onRead }: EncodingNoticeProps & { encoding: FoundEncoding }) {
  const t = useTranslations("parsing.encoding");
  const name = useEncodingName()(encoding.name);
  const choose = useEncodingChoice();
  return (
    <Notice icon={Languages} action={{ label: t("choose"), onClick: () => choose(encoding, onRead) }}>
      {file ? t("uncertainOf", { file, name }) : t("uncertain", { name })}
    </Notice>
  );
}
