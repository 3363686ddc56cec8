"use client";

import { Download, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, lazy, useRef, useState } from "react";
import { useExport } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useFailureSentence } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api-client";
import type { SettingsPlan } from "@/lib/features/configuration/dto";
import { previewSettings } from "@/lib/features/configuration/hooks";
import { SETTINGS_FILE_MAX } from "@/lib/features/configuration/settings-schema";
import { Section } from "./section";

const ImportDialog = lazy(() => import("./import-dialog").then((m) => ({ default: m.ImportDialog })));

/** All settings out into one file, and back in from one. */
export function SettingsFileSection() {
  const t = useTranslations("configuration.file");
  const sentence = useFailureSentence();
  const { isRunning, run } = useExport();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState("");
  const [isReading, setIsReading] = useState(false);
  const [opened, setOpened] = useState<{ file: unknown; plan: SettingsPlan } | null>(null);

  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    event.target.value = "";
    if (!chosen) return;
    setFailure("");
    if (chosen.size > SETTINGS_FILE_MAX) {
      setFailure(t("tooLarge"));
      return;
    }
    setIsReading(true);
    try {
      const file = await chosen.text().then((text) => JSON.parse(text) as unknown);
      setOpened({ file, plan: await previewSettings(file) });
    } catch (error) {
      setFailure(error instanceof SyntaxError ? t("unreadable") : sentence(error));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <Section name="settingsFile">
      <p className="text-fg-2 text-sm">{t("exportHint")}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} loading={isRunning} onClick={() => run(() => api.download("/admin/config/settings"))}>
          {t("export")}
        </Button>
        <Button icon={Upload} loading={isReading} onClick={() => input.current?.click()}>
          {t("import")}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          onChange={handleFile}
        />
      </div>
      {failure && (
        <p role="alert" className="text-danger-ink text-sm">
          {failure}
        </p>
      )}
      <LazyBoundary onFailure={() => setOpened(null)}>
        {opened && <ImportDialog {...opened} onClose={() => setOpened(null)} />}
      </LazyBoundary>
    </Section>
  );
}
