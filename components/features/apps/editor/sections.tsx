"use client";

import {
  BookMarked,
  BookOpen,
  ChevronDown,
  CircleHelp,
  FileText,
  LayoutGrid,
  type LucideIcon,
  Plus,
  ShieldCheck,
  SlidersHorizontal,
  Variable,
  Wrench,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { SettingSlider } from "@/components/chat/setting-slider";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { OPENING_MAX, QUESTION_MAX, QUESTIONS_MAX } from "@/lib/features/apps/limits";
import { withRenamed } from "@/lib/features/apps/workflow/renaming";
import { AppsPart } from "./apps-part";
import { BasesPart } from "./bases-part";
import { ModelField } from "./model-field";
import { type PartProps, SwitchRow } from "./part";
import { ReviewPart } from "./review-part";
import { ToolsPart } from "./tools-part";
import { VariablesPart } from "./variables-part";

interface SettingsSectionsProps extends Omit<PartProps, "appId"> {
  app: AppDetailDto;
  options: ConversationOptions;
}

/** What an app works with: model, knowledge, tools, form, and how a conversation begins. */
export function SettingsSections({ app, options, ...props }: SettingsSectionsProps) {
  const part = { ...props, appId: app.id };
  const t = useTranslations("apps-editor.sections");
  const { settings } = part;
  const talks = app.kind !== "generation";
  return (
    <div className="divide-y">
      <Section icon={SlidersHorizontal} title={t("model")} isOpen>
        <ModelPart options={options} {...part} />
      </Section>
      <Section icon={Variable} title={t("variables")} count={settings.variables.length} isOpen={!talks}>
        <VariablesPart
          {...part}
          onRename={(before, after) =>
            part.onChange({ instructions: withRenamed(settings.instructions, before, after) })
          }
        />
      </Section>
      <Section icon={BookMarked} title={t("bases")} count={settings.baseIds.length} isOpen>
        <BasesPart options={options} {...part} />
      </Section>
      {app.kind !== "assistant" && (
        <>
          <Section icon={Wrench} title={t("tools")} count={settings.tools.length} isOpen>
            {talks && (
              <SwitchRow
                label={t("shows")}
                hint={t("showsHint")}
                checked={settings.shows}
                onChange={(shows) => part.onChange({ shows })}
              />
            )}
            <ToolsPart {...part} />
          </Section>
          <Section icon={LayoutGrid} title={t("apps")} count={settings.appIds.length}>
            <AppsPart {...part} />
          </Section>
        </>
      )}
      {talks && (
        <>
          <Section icon={CircleHelp} title={t("opening")} count={settings.questions.length}>
            <OpeningPart {...part} />
          </Section>
          <Section icon={FileText} title={t("files")}>
            <SwitchRow
              label={t("takesFiles")}
              hint={t("takesFilesHint")}
              checked={settings.takesFiles}
              onChange={(takesFiles) => part.onChange({ takesFiles })}
            />
            <SwitchRow
              label={t("hasVoice")}
              hint={t("hasVoiceHint")}
              checked={settings.hasVoice}
              onChange={(hasVoice) => part.onChange({ hasVoice })}
            />
          </Section>
        </>
      )}
      <Section icon={ShieldCheck} title={t("reviewRules")} count={settings.reviewRules.length}>
        <ReviewPart rules={settings.reviewRules} onChange={(reviewRules) => part.onChange({ reviewRules })} />
      </Section>
      <p className="flex items-start gap-2 px-5 py-4 text-fg-3 text-xs">
        <BookOpen aria-hidden size={14} className="mt-0.5 shrink-0" />
        {t("rights")}
      </p>
    </div>
  );
}

interface SectionProps {
  icon: LucideIcon;
  title: string;
  count?: number;
  isOpen?: boolean;
  children: ReactNode;
}

function Section({ icon: Icon, title, count, isOpen: isOpenFirst = false, children }: SectionProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <section>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-12 w-full items-center gap-2 px-4 text-left font-semibold text-sm -outline-offset-2 md:px-5"
        >
          <Icon aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />
          <span className="flex-1">
            {title}
            {count !== undefined && count > 0 && <span className="tnum ml-2 font-normal text-fg-3">{count}</span>}
          </span>
          <ChevronDown
            aria-hidden
            size={15}
            className={`text-fg-3 transition-transform ${isOpen ? "" : "-rotate-90"}`}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="space-y-3 px-4 pb-4 md:px-5">
        {children}
      </div>
    </section>
  );
}

const SLIDERS = [
  "temperature",
  "topP",
  "maxOutputTokens",
  "memoryRounds",
  "presencePenalty",
  "frequencyPenalty",
] as const;

function ModelPart({ settings, onChange, options }: PartProps & { options: ConversationOptions }) {
  const t = useTranslations("apps-editor.sections");
  const [isMore, setIsMore] = useState(false);
  const { models } = options;
  const model = models.items.find((one) => one.id === (settings.modelId ?? models.defaultId));
  const shown = SLIDERS.filter((name) => name === "memoryRounds" || (model?.options.includes(name) ?? true));
  return (
    <>
      <ModelField modelId={settings.modelId} options={options} onChange={(modelId) => onChange({ modelId })} />
      <Button size="sm" aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
        {t(isMore ? "fewer" : "parameters")}
      </Button>
      {isMore && (
        <div className="space-y-4">
          {shown.map((name) => (
            <SettingSlider
              key={name}
              name={name}
              value={settings.options[name]}
              inherited={undefined}
              onChange={(value) => onChange({ options: { ...settings.options, [name]: value } })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function OpeningPart({ settings, onChange }: PartProps) {
  const t = useTranslations("apps-editor.sections");
  const id = useId();
  const { opening, questions } = settings;
  return (
    <>
      <Field id={id} label={t("openingLabel")} hint={t("openingHint")}>
        <Textarea
          id={id}
          rows={3}
          value={opening}
          maxLength={OPENING_MAX}
          onChange={(event) => onChange({ opening: event.target.value })}
        />
      </Field>
      <fieldset className="space-y-2">
        <legend className="mb-1.5 text-sm">{t("questions")}</legend>
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place while it is typed
          <div key={index} className="flex items-center gap-1">
            <Input
              aria-label={t("question", { number: index + 1 })}
              value={question}
              maxLength={QUESTION_MAX}
              onChange={({ target }) =>
                onChange({ questions: questions.map((one, place) => (place === index ? target.value : one)) })
              }
            />
            <IconButton
              icon={X}
              label={t("removeQuestion", { number: index + 1 })}
              onClick={() => onChange({ questions: questions.filter((_, place) => place !== index) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          disabled={questions.length >= QUESTIONS_MAX || questions.includes("")}
          onClick={() => onChange({ questions: [...questions, ""] })}
        >
          {t("addQuestion")}
        </Button>
      </fieldset>
    </>
  );
}
