import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Words that were recognised in a picture and are as likely as not wrong. */
export function Doubtful({ children }: { children: ReactNode }) {
  const t = useTranslations("reader");
  const says = t("recognised.doubtful");
  return (
    <span
      role="note"
      data-doubtful
      aria-description={says}
      title={says}
      className="underline decoration-dotted decoration-fg-3 underline-offset-4"
    >
      {children}
    </span>
  );
}
