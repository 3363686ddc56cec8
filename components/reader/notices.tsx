"use client";

import { CircleAlert, History, ScanText, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Notice } from "@/components/common/notice";
import type { Warning } from "@/lib/parsing/types";
import type { CitationState } from "./use-citations";

interface NoticesProps {
  state: CitationState | null;
  /** The version is shown because something in it is cited, not because it was chosen from a list. */
  isCited: boolean;
  /** A newer version of the file, when the cited one is shown (spec D5). */
  isReplaced: boolean;
  /** The newer one is shown instead of the cited one. */
  isNewer: boolean;
  warnings: readonly Warning[];
  /** Of the page in view, where its words were recognised in a picture. */
  certainty?: number;
  /** The words of the page in view are those of a model that saw it. */
  isSeen?: boolean;
  onNewer: () => void;
  onCited: () => void;
  onRecheck: () => void;
}

/** Lines above the document: what is not marked and why, which version is shown, what could not be read. */
export function Notices(props: NoticesProps) {
  const { state, isCited, isReplaced, isNewer, warnings, certainty, isSeen, onNewer, onCited, onRecheck } = props;
  const t = useTranslations("reader");
  return (
    <div className="shrink-0 divide-y empty:hidden">
      {isNewer && (
        <Notice
          icon={History}
          action={{ label: t(isCited ? "notice.backToCited" : "notice.backToOld"), onClick: onCited }}
        >
          {t(isCited ? "notice.newer" : "notice.current")}
        </Notice>
      )}
      {!isNewer && isReplaced && (
        <Notice
          icon={History}
          action={{ label: t(isCited ? "notice.openNewer" : "notice.openCurrent"), onClick: onNewer }}
        >
          {t(isCited ? "notice.replaced" : "notice.old")}
        </Notice>
      )}
      {!isNewer && state === "lost" && <Notice icon={SearchX}>{t("notice.lost")}</Notice>}
      {!isNewer && state === "gone" && <Notice icon={SearchX}>{t("notice.gone")}</Notice>}
      {!isNewer && state === "unchecked" && (
        <Notice icon={CircleAlert} action={{ label: t("state.retry"), onClick: onRecheck }}>
          {t("notice.unchecked")}
        </Notice>
      )}
      {certainty !== undefined && <Notice icon={ScanText}>{t("recognised.page", { certainty })}</Notice>}
      {isSeen && <Notice icon={ScanText}>{t("recognised.seen")}</Notice>}
      {warnings.length > 0 && (
        <Notice icon={CircleAlert}>
          {warnings.map(({ kind, count }) => t(`warning.${kind}`, { count })).join(" · ")}
        </Notice>
      )}
    </div>
  );
}
