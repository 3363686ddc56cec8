"use client";

import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import { Notice } from "@/components/common/notice";
import type { DocumentDto } from "@/lib/features/documents/dto";
import { useEncodingName } from "./encoding-form";

interface EncodingNoticeProps {
  document: DocumentDto;
  onChoose: () => void;
}

/** Another encoding reads the file nearly as well: whoever knows the text has to say. */
export function EncodingNotice({ document, onChoose }: EncodingNoticeProps) {
  const t = useTranslations("documents.encoding");
  const nameOf = useEncodingName();
  const { encoding } = document.parse;
  if (!encoding || encoding.isCertain) return null;
  return (
    <Notice icon={Languages} action={{ label: t("choose"), onClick: onChoose }}>
      {t("uncertain", { name: nameOf(encoding.name) })}
    </Notice>
  );
}
