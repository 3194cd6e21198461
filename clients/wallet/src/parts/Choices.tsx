/** A choice between many values: radio buttons, one below the other. */
import { useId } from "preact/hooks";

interface ChoicesProps<T extends string | number> {
  label: string;
  options: readonly { value: T; label: string; detail?: string }[];
  value: T;
  onChoose: (value: T) => void;
}

export function Choices<T extends string | number>({ label, options, value, onChoose }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset class="rows choices">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span class="row-label">{option.label}</span>
          {option.detail !== undefined && <span class="row-value">{option.detail}</span>}
        </label>
      ))}
    </fieldset>
  );
}
