"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SettingsSection } from "@/components/common/settings-section";
import { Skeleton } from "@/components/ui/skeleton";

const PasswordForm = lazy(() => import("./password-form").then((module) => ({ default: module.PasswordForm })));
const FactorPanel = lazy(() => import("./factor-panel").then((module) => ({ default: module.FactorPanel })));
const OwnSessions = lazy(() => import("./own-sessions").then((module) => ({ default: module.OwnSessions })));

interface SecuritySectionsProps {
  product: string;
  /** People who sign in elsewhere have no password here. */
  isLocal: boolean;
}

/** Password, second factor and devices as parts of the personal center; they stand below the fold and load behind it. */
export function SecuritySections({ product, isLocal }: SecuritySectionsProps) {
  const t = useTranslations("account.tab");
  return (
    <>
      {isLocal && (
        <SettingsSection id="security" title={t("password")}>
          <LazyBoundary fallback={<Skeleton className="h-64 w-full" />}>
            <PasswordForm />
          </LazyBoundary>
        </SettingsSection>
      )}
      <SettingsSection id={isLocal ? "factor" : "security"} title={t("factor")}>
        <LazyBoundary fallback={<Skeleton className="h-24 w-full" />}>
          <FactorPanel product={product} />
        </LazyBoundary>
      </SettingsSection>
      <SettingsSection id="devices" title={t("sessions")}>
        <LazyBoundary fallback={<Skeleton className="h-24 w-full" />}>
          <OwnSessions />
        </LazyBoundary>
      </SettingsSection>
    </>
  );
}
