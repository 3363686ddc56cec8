"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { failureText, reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { StepDto, WaitDto } from "@/lib/features/apps/runs-dto";
import { useRunActions } from "@/lib/features/apps/runs-hooks";
import type { WaitAnswer } from "@/lib/features/apps/runs-schema";
import { type AppInputs, wrongInputs } from "@/lib/features/apps/variables";
import { InputsForm } from "../chat/inputs-form";
import { focusWrong } from "./focus-wrong";
import { JsonBlock } from "./json-block";
import { useStepName } from "./use-run-words";

/** Characters of a comment. */
const COMMENT_MAX = 1000;

interface WaitFormProps {
  runId: string;
  step: StepDto;
  wait: WaitDto;
  /** Who began the run; null: unknown, or oneself. */
  asker: string | null;
  /** What else can be done than to answer. */
  more?: ReactNode;
  onAnswered?: () => void;
}

/** What a run asks of the person who looks at it, and the form they answer with. */
export function WaitForm({ runId, step, wait, asker, more, onAnswered }: WaitFormProps) {
  const t = useTranslations("apps-runs.wait");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const moments = useMoments();
  const { answer } = useRunActions();
  const [inputs, setInputs] = useState<AppInputs>({});
  const [comment, setComment] = useState("");
  const [wasSent, setWasSent] = useState(false);
  const [failure, setFailure] = useState("");
  const { kind, subject, text, fields, dueAt } = wait;
  const wrong = wrongInputs(fields, inputs);
  const isOfPerson = kind === "approval" || kind === "form";
  const send = async (said: Partial<WaitAnswer>) => {
    setWasSent(true);
    setFailure("");
    // Whoever says no owes no form.
    const isDue = isOfPerson && said.decision !== "rejected";
    if (isDue && Object.keys(wrong).length > 0) return focusWrong(form.current);
    try {
      await answer.mutateAsync({ runId, stepId: step.id, ...said, ...(isOfPerson && { inputs, comment }) });
      toast.success(t("done"));
      onAnswered?.();
    } catch (error) {
      const said = failureText(error);
      if (typeof said === "string") setFailure(said);
      else reportFailure(error);
    }
  };
  return (
    <section aria-labelledby={id} className="rounded-md border border-primary-line bg-background">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-t-md border-primary-line border-b bg-primary-soft px-4 py-2.5">
        <h3 id={id} className="font-semibold text-primary-ink text-sm">
          {t(`title.${kind}`)}
        </h3>
        {asker && <span className="text-fg-2 text-xs">{t("askedBy", { name: asker })}</span>}
        {dueAt && <span className="tnum ml-auto text-fg-2 text-xs">{t("due", { time: moments.minute(dueAt) })}</span>}
      </header>
      <form
        ref={form}
        noValidate
        className="space-y-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (kind === "form") void send({});
        }}
      >
        {isOfPerson && (
          <>
            {subject && <p className="font-semibold text-base">{subject}</p>}
            {text && <LazyMarkdown text={text} />}
            {fields.length > 0 && (
              <InputsForm variables={fields} values={inputs} wrong={wasSent ? wrong : {}} onChange={setInputs} />
            )}
            <Field id={`${id}-comment`} label={t("comment")} hint={t("commentHint")}>
              <Textarea
                id={`${id}-comment`}
                aria-describedby={`${id}-comment-message`}
                rows={2}
                maxLength={COMMENT_MAX}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            </Field>
          </>
        )}
        {kind === "consent" && (
          <>
            <p className="text-sm">{t("consent", { tool: subject })}</p>
            <JsonBlock label={t("arguments")} value={text} />
          </>
        )}
        {failure && (
          <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
            {failure}
          </p>
        )}
        {kind === "unknown" ? (
          <UnknownChoice step={step} isSending={answer.isPending} onChoose={(action) => void send({ action })} />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            {kind === "form" ? (
              <Button variant="primary" type="submit" loading={answer.isPending} className="max-md:flex-1">
                {t("submit")}
              </Button>
            ) : (
              <>
                <Button
                  variant="primary"
                  icon={Check}
                  disabled={answer.isPending}
                  className="max-md:flex-1"
                  onClick={() => void send({ decision: "approved" })}
                >
                  {t(kind === "approval" ? "approve" : "allow")}
                </Button>
                <Button
                  icon={X}
                  disabled={answer.isPending}
                  className="max-md:flex-1"
                  onClick={() => void send({ decision: "rejected" })}
                >
                  {t(kind === "approval" ? "reject" : "deny")}
                </Button>
              </>
            )}
            {more && <span className="ml-auto flex flex-wrap gap-2">{more}</span>}
          </div>
        )}
      </form>
    </section>
  );
}

type Action = NonNullable<WaitAnswer["action"]>;
const ACTIONS: readonly Action[] = ["retry", "skip", "fail"];

interface UnknownChoiceProps {
  step: StepDto;
  isSending: boolean;
  onChoose: (action: Action) => void;
}

/** A crash left open whether something happened: three ways on, each with what it means. */
function UnknownChoice({ step, isSending, onChoose }: UnknownChoiceProps) {
  const t = useTranslations("apps-runs.wait");
  const nameOf = useStepName();
  const [action, setAction] = useState<Action | "">("");
  const said = t("unknown", { step: nameOf(step) });
  return (
    <>
      <p className="text-sm">{said}</p>
      <RadioGroup
        aria-label={said}
        value={action}
        onValueChange={(value) => setAction(value as Action)}
        className="flex flex-col gap-3"
      >
        {ACTIONS.map((one) => (
          <div key={one}>
            <RadioGroupItem value={one} label={t(`action.${one}`)} />
            <p className="pl-6 text-fg-3 text-xs">{t(`action.${one}Text`)}</p>
          </div>
        ))}
      </RadioGroup>
      <Button
        variant="primary"
        loading={isSending}
        disabled={action === ""}
        className="max-md:w-full"
        onClick={() => action !== "" && onChoose(action)}
      >
        {t("confirm")}
      </Button>
    </>
  );
}
