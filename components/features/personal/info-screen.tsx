"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SettingsSection } from "@/components/common/settings-section";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { reportFailure } from "@/lib/client/report-failure";
import type { MemoryListDto, OwnLinksDto, ProfileDto } from "@/lib/features/personal/dto";
import { downloadOwnData, memoryQuery, profileQuery } from "@/lib/features/personal/hooks";
import { AvatarField } from "./avatar-field";
import { LinksSection } from "./links-section";
import { MemorySection } from "./memory-section";
import { Preferences } from "./preferences";
import { ProfileFacts } from "./profile-facts";
import { ProfileForm } from "./profile-form";

interface InfoScreenProps {
  id: string;
  profile: ProfileDto;
  memory: MemoryListDto;
  /** Own keys of the Open API; null for people who make none. */
  keys: number | null;
  /** Password, second factor, devices: parts of another area. */
  security: ReactNode;
  links: OwnLinksDto;
  /** Chats from elsewhere: a part of another area; null for people who do not chat. */
  chatImport: ReactNode;
  /** Why a link came to nothing, in words. */
  linkFailure: string | null;
}

/** Everything about the own account on one page. */
export function InfoScreen({
  id,
  profile: firstProfile,
  memory: firstMemory,
  keys,
  security,
  links,
  chatImport,
  linkFailure,
}: InfoScreenProps) {
  const t = useTranslations("personal");
  const { data: profile } = useQuery({ ...profileQuery, initialData: firstProfile });
  const memory = useQuery({ ...memoryQuery, initialData: firstMemory });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("info.label")} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
      <div className="mx-auto max-w-240 px-4 md:px-8">
        <SettingsSection id="profile" title={t("profile.title")} hint={t("profile.hint")}>
          <AvatarField id={id} name={profile.name} src={profile.avatar} />
          <ProfileForm key={`${profile.name} ${profile.phone}`} profile={profile} />
          <ProfileFacts profile={profile} />
        </SettingsSection>
        <SettingsSection id="preferences" title={t("preferences.title")}>
          <Preferences />
        </SettingsSection>
        {security}
        <LinksSection first={links} failure={linkFailure} />
        <MemorySection memory={memory.data} />
        {keys !== null && (
          <SettingsSection id="keys" title={t("keys.title")} hint={t("keys.hint")}>
            <p className="mb-3 text-fg-2 text-sm">{t("keys.count", { count: keys })}</p>
            <Link href="/system/open-manage/api-manage" className={buttonClass()}>
              {t("keys.manage")}
            </Link>
          </SettingsSection>
        )}
        <SettingsSection id="data" title={t("data.title")} hint={t("data.hint")}>
          <DataDownload />
          {chatImport}
        </SettingsSection>
      </div>
    </section>
  );
}

function DataDownload() {
  const t = useTranslations("personal.data");
  const [isRunning, setIsRunning] = useState(false);
  const handleClick = async () => {
    setIsRunning(true);
    await downloadOwnData().catch(reportFailure);
    setIsRunning(false);
  };
  return (
    <div>
      <p className="mb-3 text-fg-2 text-sm">{t("text")}</p>
      <Button icon={Download} loading={isRunning} onClick={handleClick}>
        {t("download")}
      </Button>
      <p role="status" className="mt-2 text-fg-3 text-xs">
        {isRunning && t("running")}
      </p>
    </div>
  );
}
