/** A choice between a few values, as radio buttons. */
import { useId } from "preact/hooks";

interface SegmentsProps<T extends string> {
  label: string;
  options: { value: T; label: string; details?: string[] }[];
  value: T;
  onChoose: (value: T) => void;
  hint?: string;
}

export function Segments<T extends string>({ label, options, value, onChoose, hint }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChoose(option.value)} />
            <span>
              {option.label}
              {option.details?.map((detail) => <small key={detail}>{detail}</small>)}
            </span>
          </label>
        ))}
      </div>
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
