"use client";

import { useTranslations } from "next-intl";
import { SettingsSection } from "@/components/common/settings-section";
import { FactorPanel } from "./factor-panel";
import { OwnSessions } from "./own-sessions";
import { PasswordForm } from "./password-form";

interface SecuritySectionsProps {
  product: string;
  /** People who sign in elsewhere have no password here. */
  isLocal: boolean;
}

/** Password, second factor and devices as parts of the personal center. */
export function SecuritySections({ product, isLocal }: SecuritySectionsProps) {
  const t = useTranslations("account.tab");
  return (
    <>
      {isLocal && (
        <SettingsSection id="security" title={t("password")}>
          <PasswordForm />
        </SettingsSection>
      )}
      <SettingsSection id={isLocal ? "factor" : "security"} title={t("factor")}>
        <FactorPanel product={product} />
      </SettingsSection>
      <SettingsSection id="devices" title={t("sessions")}>
        <OwnSessions />
      </SettingsSection>
    </>
  );
}
