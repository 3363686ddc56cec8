"use client";

import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { AboutCard } from "./about-card";

/** About, from the user menu. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  return (
    <LazyMessages areas={["preview"]}>
      <About onClose={onClose} />
    </LazyMessages>
  );
}

function About({ onClose }: { onClose: () => void }) {
  const t = useTranslations("preview.about");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("title")} size="small">
        <AboutCard />
      </DialogContent>
    </Dialog>
  );
}
