"use client";

import { Layers } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { EncodingNotice } from "@/components/common/encoding/encoding-notice";
import { TopBar } from "@/components/layout/top-bar";
import { Reader } from "@/components/reader/reader";
import type { Jump } from "@/components/reader/types";
import { buttonClass } from "@/components/ui/button-class";
import type { BaseDto, KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { useFileActions } from "@/lib/features/knowledge/file-hooks";
import { dataSetHref, filePreviewHref, rereadingHref, slicesHref } from "@/lib/features/knowledge/paths";
import type { FoundEncoding } from "@/lib/parsing/dto";
import type { Encoding } from "@/lib/text/encoding/names";
import { FileTitle } from "../file-title";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { RereadingCompare } from "./rereading-compare";

const NONE: readonly never[] = [];
const noCitation = () => undefined;

interface FilePreviewScreenProps {
  file: KnowledgeFileDto;
  base: Pick<BaseDto, "id" | "name"> & { mayManage: boolean };
  /** Of a text, for who may have it read otherwise. */
  encoding?: FoundEncoding;
  /** Shows its other reading beside it. */
  compares: boolean;
  /** A place in its text it was opened for. */
  at?: number;
}

/** A base's file in the reader, or by its two readings. */
export function FilePreviewScreen({ file, base, encoding, compares, at }: FilePreviewScreenProps) {
  const t = useTranslations("knowledge-slices.file");
  const router = useRouter();
  const { reread } = useFileActions(base.id);
  const place = useMemo((): Jump | null => (at === undefined ? null : { at }), [at]);
  const read = async (chosen: Encoding) => {
    await reread.mutateAsync({ id: file.id, encoding: chosen });
    // The reader opens the version that is being read now.
    router.refresh();
  };
  return (
    <>
      <KnowledgeSidebar baseId={base.id} chatId={null} />
      <TopBar
        crumbs={[{ label: base.name, href: dataSetHref(base.id) }]}
        title={<FileTitle file={file} />}
        actions={
          <>
            <CollectButton kind="baseFile" refId={file.id} className="max-md:hidden" />
            {base.mayManage && file.rereading && (
              <Link
                href={compares ? filePreviewHref(file.id) : rereadingHref(file.id)}
                className={buttonClass(compares ? "default" : "primary")}
              >
                {compares ? t("toPages") : t("toRereading")}
              </Link>
            )}
            <Link href={slicesHref(file.id)} className={buttonClass("default")}>
              <Layers aria-hidden size={15} strokeWidth={1.75} />
              {t("slices", { count: file.sliceCount })}
            </Link>
          </>
        }
      />
      {compares && base.mayManage ? (
        <RereadingCompare fileId={file.id} baseId={base.id} />
      ) : (
        <>
          <EncodingNotice encoding={encoding} onRead={read} />
          <div className="min-h-0 flex-1">
            <Reader
              versionId={file.versionId}
              citations={NONE}
              activeId={null}
              onActiveChange={noCitation}
              place={place}
            />
          </div>
        </>
      )}
    </>
  );
}
