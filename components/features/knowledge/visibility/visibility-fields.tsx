"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { VisibilityFields } from "@/components/form/visibility-fields";
import type { SharingForm } from "@/lib/auth/grant-schema";
import { VISIBILITIES } from "@/lib/config/visibility";
import { useOffers } from "@/lib/features/knowledge/center-hooks";
import { subjectChoices } from "@/lib/features/knowledge/hooks";

interface BaseVisibilityFieldsProps {
  isOwn: boolean;
  /** Of a file, and of a pair of the center, is said who may use it alone: who may change it is told elsewhere. */
  of?: "base" | "file" | "qa";
}

/** Whom a base or a file of it is shown to, and who else may change a base. Stands in a form with `visibility` and `grants`. */
export function BaseVisibilityFields({ isOwn, of = "base" }: BaseVisibilityFieldsProps) {
  const t = useTranslations("knowledge.visibility");
  const isOffered = useOffers();
  const { formState } = useFormContext<SharingForm>();
  // A file never reaches further than its base; a base that is open to everybody stays so.
  const reachesAll = of === "file" || formState.defaultValues?.visibility === "all" || isOffered("everybody");
  const hints = (texts: "fileHint" | "qaHint") => ({
    all: t(`${texts}.all`),
    partial: t(`${texts}.partial`),
    self: t(`${texts}.self`),
  });
  return (
    <VisibilityFields
      subjects={subjectChoices}
      isOwn={isOwn}
      offers={VISIBILITIES.filter((value) => value !== "all" || reachesAll)}
      hints={of === "base" ? undefined : hints(`${of}Hint`)}
    />
  );
}
