"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./icon-button";
import { Input } from "./input";

/** A password field that can show what was typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type" | "suffix">) {
  const t = useTranslations("common.field");
  const [visible, setVisible] = useState(false);
  return (
    <Input
      {...props}
      type={visible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <IconButton
          icon={visible ? Eye : EyeOff}
          label={visible ? t("hidePassword") : t("showPassword")}
          className="-mr-1.5"
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
