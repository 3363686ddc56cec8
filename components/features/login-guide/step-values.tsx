"use client";

import { Download, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { reportFailure } from "@/lib/client/report-failure";
import { CONSENT_TEXTS } from "@/lib/features/login-guide/consent-texts";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { downloadTeamsApp } from "@/lib/features/login-guide/hooks";
import { CLIENTS, type GuideStep, SCOPE } from "@/lib/features/login-guide/steps";

/** What a step has to be entered at the other side, to copy; or what is done from here. */
export function StepValues({ guide, step }: { guide: GuideDto; step: GuideStep }) {
  const t = useTranslations("login-guide.value");
  switch (step) {
    case "register":
      return (
        <Values>
          <Value label={t("clientId")} text={guide.clientId} />
          <Value label={t("tenantId")} text={guide.tenantId} />
        </Values>
      );
    case "redirect":
      return (
        <Values>
          <Value label={t("redirectUrl")} text={guide.redirectUrl} />
        </Values>
      );
    case "uri":
      return (
        <Values>
          <Value label={t("appIdUri")} text={guide.appIdUri} />
        </Values>
      );
    case "scope":
      return <ScopeValues />;
    case "clients":
      return (
        <Values>
          {CLIENTS.map(({ key, id }) => (
            <Value key={key} label={t(key)} text={id} />
          ))}
        </Values>
      );
    case "consent":
      return <Consent url={guide.consentUrl} />;
    case "package":
      return <Package guide={guide} />;
    default:
      return null;
  }
}

function Values({ children }: { children: ReactNode }) {
  return <dl className="mt-3 space-y-2">{children}</dl>;
}

/** One value, with a button that copies it once there is one. */
function Value({ label, text }: { label: string; text: string }) {
  const t = useTranslations("login-guide");
  return (
    <div>
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="mt-0.5 flex items-center gap-2 rounded-sm border bg-subtle py-1 pr-1 pl-3">
        {text ? (
          <>
            <code className="min-w-0 flex-1 break-all font-mono text-sm">{text}</code>
            <CopyButton text={text} label={t("copy", { what: label })} />
          </>
        ) : (
          <span className="py-1 text-fg-3 text-sm">{t("missingValue")}</span>
        )}
      </dd>
    </div>
  );
}

function ScopeValues() {
  const t = useTranslations("login-guide");
  return (
    <Values>
      <Value label={t("value.scope")} text={SCOPE} />
      <div>
        <dt className="text-fg-3 text-xs">{t("value.who")}</dt>
        <dd className="mt-0.5 text-sm">{t("value.whoValue")}</dd>
      </div>
      {(["adminName", "adminText", "userName", "userText"] as const).flatMap((field) =>
        (["zh", "en"] as const).map((language) => (
          <Value
            key={`${field} ${language}`}
            label={`${t(`value.${field}`)} · ${t(`language.${language}`)}`}
            text={CONSENT_TEXTS[language][field]}
          />
        )),
      )}
    </Values>
  );
}

function Consent({ url }: { url: string }) {
  const t = useTranslations("login-guide");
  return (
    <>
      <Values>
        <Value label={t("value.consentUrl")} text={url} />
      </Values>
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass("default", "sm", "mt-2")}>
          <ExternalLink aria-hidden size={15} strokeWidth={1.75} />
          {t("open")}
        </a>
      )}
    </>
  );
}

function Package({ guide }: { guide: GuideDto }) {
  const t = useTranslations("login-guide");
  const [isRunning, setIsRunning] = useState(false);
  const handleDownload = async () => {
    setIsRunning(true);
    await downloadTeamsApp(guide.channelId).catch(reportFailure);
    setIsRunning(false);
  };
  if (guide.missing.length > 0) {
    return (
      <div className="mt-3 rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
        <p>{t("incomplete")}</p>
        <ul className="mt-1 list-disc pl-5">
          {guide.missing.map((field) => (
            <li key={field}>{t(`field.${field}`)}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <Button size="sm" icon={Download} loading={isRunning} className="mt-3" onClick={handleDownload}>
      {t(isRunning ? "downloading" : "download")}
    </Button>
  );
}
