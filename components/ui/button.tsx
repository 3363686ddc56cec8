import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { ButtonWords } from "./button-words";
import { cn } from "./cn";
import { Spinner } from "./spinner";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Waits: keeps its width and its focus, takes no second press. */
  loading?: boolean;
  children: ReactNode;
}

export function Button({
  variant = "default",
  size = "md",
  icon: Icon,
  loading = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={handleClick}
      className={buttonClass(
        variant,
        size,
        cn(Icon && "in-data-narrow:max-md:w-11 in-data-narrow:max-md:px-0", className),
      )}
    >
      {loading ? (
        <Spinner />
      ) : (
        Icon && <Icon aria-hidden size={15} strokeWidth={1.75} className={variant === "default" ? "text-fg-2" : ""} />
      )}
      {Icon ? <ButtonWords>{children}</ButtonWords> : children}
    </button>
  );
}
