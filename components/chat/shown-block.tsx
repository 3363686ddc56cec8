"use client";

import { ExternalLink, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, useId, useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { InputsForm } from "@/components/features/apps/chat/inputs-form";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { SHOW_FORM, type ShownCard, type ShownForm, shownBy } from "@/lib/features/apps/shown";
import { type AppInputs, inputsText, wrongInputs } from "@/lib/features/apps/variables";
import type { ToolPart } from "@/lib/stream/parts";
import { AnswerDoorsContext } from "./answer-doors";
import { SafeImage } from "./safe-link";
import { ToolCard } from "./tool-card";

interface ShownBlockProps {
  tool: ToolPart;
  /** Nothing was said after it: what is filled in becomes the next message. */
  isOpen: boolean;
}

/** What an agent shows beside its words: a form, or cards; a call that shows neither is told as a call. */
export function ShownBlock(props: ShownBlockProps) {
  return (
    <LazyMessages areas={["chat-more", "validation"]}>
      <Shown {...props} />
    </LazyMessages>
  );
}

function Shown({ tool, isOpen }: ShownBlockProps) {
  const t = useTranslations("chat-more.shown");
  const shown = tool.state === "failed" ? null : shownBy(tool);
  if (!shown) return <ToolCard tool={{ ...tool, title: t(tool.name === SHOW_FORM ? "form" : "cards") }} />;
  if (shown.cards) return <Cards cards={shown.cards} />;
  return <FormBlock form={shown.form} isOpen={isOpen && tool.state === "done"} />;
}

function FormBlock({ form, isOpen }: { form: ShownForm; isOpen: boolean }) {
  const t = useTranslations("chat-more.shown");
  const onSend = useContext(AnswerDoorsContext)?.onSend;
  const id = useId();
  const [values, setValues] = useState<AppInputs>({});
  const [isChecked, setIsChecked] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { title, text, fields } = form;
  const wrong = wrongInputs(fields, values);
  const words = inputsText(
    fields,
    saidValues(form, values, (isOn) => t(isOn ? "yes" : "no")),
  ).trim();
  const isTooLong = [...words].length > CHAT_INPUT_MAX.other;
  const problem = isTooLong ? t("tooLong", { max: CHAT_INPUT_MAX.other }) : words === "" ? t("empty") : null;
  const handleSubmit = async () => {
    setIsChecked(true);
    if (!onSend || problem || Object.keys(wrong).length > 0) return;
    setIsSending(true);
    // What failed was said, and what was filled in stays.
    await onSend(words).catch(() => undefined);
    setIsSending(false);
  };
  return (
    <form
      aria-labelledby={id}
      noValidate
      className="mb-3 space-y-4 rounded-md border bg-background p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <div>
        <h3 id={id} className="font-semibold text-sm">
          {title}
        </h3>
        {text && <p className="mt-1 whitespace-pre-wrap text-fg-2 text-sm">{text}</p>}
      </div>
      {isOpen && onSend ? (
        <>
          <InputsForm variables={fields} values={values} wrong={isChecked ? wrong : {}} onChange={setValues} />
          {isChecked && problem && (
            <p role="alert" className="text-danger-ink text-sm">
              {problem}
            </p>
          )}
          <Button type="submit" variant="primary" icon={Send} loading={isSending}>
            {t("send")}
          </Button>
        </>
      ) : (
        <ul className="list-disc pl-5 text-fg-3 text-sm">
          {fields.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Values as the person reads them in their own message; a switch nobody touched says no. */
const saidValues = ({ fields }: ShownForm, values: AppInputs, say: (isOn: boolean) => string): AppInputs => ({
  ...values,
  ...Object.fromEntries(
    fields.flatMap(({ name, type }) => (type === "switch" ? [[name, say(values[name] === true)]] : [])),
  ),
});

function Cards({ cards }: { cards: readonly ShownCard[] }) {
  return (
    <ul className="mb-3 grid @md/chat:grid-cols-2 gap-3">
      {cards.map(({ title, text, picture, links }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no names, and what was shown stays
        <li key={index} className="flex min-w-0 flex-col gap-2 rounded-md border bg-background p-4">
          {picture && <SafeImage {...picture} />}
          <h3 className="wrap-anywhere font-semibold text-sm">{title}</h3>
          {text && <p className="wrap-anywhere whitespace-pre-wrap text-fg-2 text-sm">{text}</p>}
          {links.length > 0 && (
            <p className="mt-auto flex flex-wrap gap-2 pt-1">
              {links.map(({ label, url }) => (
                <a
                  key={`${label} ${url}`}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  data-tooltip={new URL(url).host}
                  className={buttonClass("default", "sm")}
                >
                  {label}
                  <ExternalLink aria-hidden size={13} />
                </a>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
