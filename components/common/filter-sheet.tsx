"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";

interface FilterSheetProps {
  onClose: () => void;
  children: ReactNode;
}

/** The filters of a list on a phone (design 12): they act at once, as they do in the line above it. */
export function FilterSheet({ onClose, children }: FilterSheetProps) {
  const t = useTranslations("common.filters");
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        className="flex flex-col items-start gap-3"
        footer={
          <Button variant="primary" onClick={onClose}>
            {t("show")}
          </Button>
        }
      >
        {children}
      </SheetContent>
    </Sheet>
  );
}
