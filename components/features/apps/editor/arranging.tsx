"use client";

import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import type { TalkSettings } from "@/lib/features/apps/settings";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { Instructions } from "./instructions";
import { SettingsSections } from "./sections";
import { Trial } from "./trial";

export interface ArrangedProps {
  app: AppDetailDto;
  settings: TalkSettings;
  flush: () => Promise<boolean>;
  options: ConversationOptions;
  fileLimits: FileLimits;
}

interface ArrangingProps extends ArrangedProps {
  wrong: Readonly<Record<string, string>>;
  onChange: (patch: Partial<TalkSettings>) => void;
}

/** What an app is told, what it works with, and the app itself beside it, to be tried. */
export function Arranging({ app, settings, wrong, onChange, ...talk }: ArrangingProps) {
  const t = useTranslations("apps-editor");
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <section
        aria-label={t("instructions.title")}
        className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-80 max-lg:shrink-0"
      >
        <Instructions
          kind={app.kind}
          settings={settings}
          wrong={wrong.instructions}
          onChange={(instructions) => onChange({ instructions })}
        />
      </section>
      <section
        aria-label={t("settings")}
        className="min-h-0 min-w-0 overflow-y-auto bg-subtle max-lg:shrink-0 max-lg:overflow-visible max-lg:border-t lg:w-90 lg:shrink-0 lg:border-x xl:w-100"
      >
        <SettingsSections app={app} settings={settings} wrong={wrong} options={talk.options} onChange={onChange} />
      </section>
      <section
        aria-label={t("trial.title")}
        className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-[80dvh] max-lg:shrink-0 max-lg:border-t"
      >
        <Trial app={app} settings={settings} {...talk} />
      </section>
    </div>
  );
}
