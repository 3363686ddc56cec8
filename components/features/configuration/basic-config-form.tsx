"use client";

import { useTranslations } from "next-intl";
import { lazy, useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { FormFailure } from "@/components/form/form-failure";
import { StaleNotice } from "@/components/form/stale-notice";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import { useSaveKey } from "@/lib/client/use-save-key";
import { BASIC_KIND_NAMES } from "@/lib/config/config-kinds";
import type { BasicDto } from "@/lib/features/configuration/dto";
import { useBasicActions } from "@/lib/features/configuration/hooks";
import { type BasicForm, type BasicPatch, basicForm } from "@/lib/features/configuration/schema";
import { DocumentSection } from "./document-section";
import { IdentitySection, LoginSection, RegionSection } from "./identity-sections";
import { SecuritySection, UploadSection } from "./limit-sections";
import { MailSection } from "./mail-section";
import { ReadingSection } from "./reading-section";
import { SECTIONS, SectionNav } from "./section";

const Preview = lazy(() => import("./preview").then((m) => ({ default: m.Preview })));
const SettingsFileSection = lazy(() =>
  import("./settings-file-section").then((m) => ({ default: m.SettingsFileSection })),
);

interface BasicConfigFormProps {
  stored: BasicDto;
  isAdministrator: boolean;
  /** Hears whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void;
}

type Stored = Pick<BasicDto, "values" | "versions" | "revision">;

/** Kinds that differ from what is stored, whole, with the versions they were read at. */
function changedKinds(values: BasicForm, stored: Stored): BasicPatch {
  const changed = BASIC_KIND_NAMES.filter(
    (kind) => JSON.stringify(values[kind]) !== JSON.stringify(stored.values[kind]),
  );
  return {
    ...Object.fromEntries(changed.map((kind) => [kind, values[kind]])),
    versions: stored.versions,
    mailPassword: values.mailPassword || undefined,
  };
}

/** The form of the basic configuration with its save bar; Ctrl or ⌘ S saves, leaving with changes asks (design 7.2). */
export function BasicConfigForm({ stored, isAdministrator, onDirty }: BasicConfigFormProps) {
  const t = useTranslations("configuration");
  const c = useTranslations("common.action");
  const { save } = useBasicActions();
  const form = useZodForm(basicForm, { ...stored.values, mailPassword: "" });
  // Each kind has a version of its own; the revision says which state of them all a save begins with.
  const states = useRef(new Map<string | undefined, Stored>([[stored.revision, stored]]));
  const saving = useSaveForm(form, {
    revision: stored.revision,
    toValues: (current: Stored) => {
      states.current.set(current.revision, current);
      return { ...current.values, mailPassword: "" };
    },
    save: async (values, revision) => {
      await save.mutateAsync(changedKinds(values, states.current.get(revision) ?? stored));
    },
    explains: true,
    onSaved: (_, values) => {
      form.reset(values);
      // Name, icon and colours of the page itself come from the server.
      if (document.documentElement.dataset.scheme !== values.customConfig.defaultTheme) {
        document.documentElement.dataset.scheme = values.customConfig.defaultTheme;
      }
    },
  });
  const { stale, failure, isSaving } = saving;
  const { isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLeaveGuard(isDirty, { title: t("leave.title"), description: t("leave.description"), okButton: t("leave.ok") });

  const handleSubmit = () => {
    if (!isSaving) void saving.submit();
  };
  useSaveKey(() => isDirty && handleSubmit());

  const sections = isAdministrator ? SECTIONS : SECTIONS.filter((name) => name !== "settingsFile");
  return (
    <FormProvider {...form}>
      <div className="flex min-h-0 flex-1">
        <SectionNav sections={sections} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label={t("title")} tabIndex={0} className="min-w-0 flex-1 overflow-y-auto -outline-offset-2">
          <form
            id="basic-config"
            noValidate
            className="mx-auto max-w-160 scroll-pb-20 px-4 pb-10 md:px-8"
            onSubmit={(event) => {
              event.preventDefault();
              handleSubmit();
            }}
          >
            {stale.found && (
              <div className="pt-5">
                <StaleNotice stale={stale} isSaving={isSaving} onSave={handleSubmit} />
              </div>
            )}
            <IdentitySection />
            <LoginSection />
            <RegionSection defaultTimeZone={stored.defaultTimeZone} />
            <SecuritySection />
            <UploadSection />
            <ReadingSection recognition={stored.recognition} />
            <DocumentSection own={stored.documents} />
            <MailSection stored={stored} />
          </form>
          {isAdministrator && (
            <div className="mx-auto max-w-160 px-4 pb-16 md:px-8">
              <LazyBoundary onFailure={() => undefined}>
                <SettingsFileSection />
              </LazyBoundary>
            </div>
          )}
        </section>
        <aside
          aria-label={t("preview.title")}
          className="hidden w-76 shrink-0 overflow-y-auto border-l bg-subtle p-5 xl:block"
        >
          <LazyBoundary onFailure={() => undefined}>
            <Preview />
          </LazyBoundary>
        </aside>
      </div>
      {(isDirty || failure !== null) && (
        <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-end gap-2 border-t bg-background px-4 py-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:px-5">
          {failure !== null && (
            <div className="min-w-0 flex-1 basis-60">
              <FormFailure error={failure} />
            </div>
          )}
          <span role="status" className="mr-auto text-sm text-fg-2">
            {isDirty && t("unsaved")}
          </span>
          <Button
            disabled={isSaving}
            onClick={() => {
              form.reset();
              saving.clear();
            }}
          >
            {t("discard")}
          </Button>
          <Button variant="primary" type="submit" form="basic-config" loading={isSaving}>
            {isSaving ? c("submitting") : c("save")}
          </Button>
        </div>
      )}
    </FormProvider>
  );
}
