"use client";

import { Layers } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { TopBar } from "@/components/layout/top-bar";
import { Reader } from "@/components/reader/reader";
import { buttonClass } from "@/components/ui/button-class";
import type { BaseDto, KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { dataSetHref, slicesHref } from "@/lib/features/knowledge/paths";
import { FileTitle } from "../file-title";
import { KnowledgeSidebar } from "../knowledge-sidebar";

const NONE: readonly never[] = [];
const noCitation = () => undefined;

/** A base's file in the reader. */
export function FilePreviewScreen({ file, base }: { file: KnowledgeFileDto; base: Pick<BaseDto, "id" | "name"> }) {
  const t = useTranslations("knowledge-slices.file");
  return (
    <>
      <KnowledgeSidebar baseId={base.id} chatId={null} />
      <TopBar
        crumbs={[{ label: base.name, href: dataSetHref(base.id) }]}
        title={<FileTitle file={file} />}
        actions={
          <Link href={slicesHref(file.id)} className={buttonClass("default")}>
            <Layers aria-hidden size={15} strokeWidth={1.75} />
            {t("slices", { count: file.sliceCount })}
          </Link>
        }
      />
      <div className="min-h-0 flex-1">
        <Reader versionId={file.versionId} citations={NONE} activeId={null} onActiveChange={noCitation} />
      </div>
    </>
  );
}
