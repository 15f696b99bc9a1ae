import { useState } from 'react';
import { DateField } from '../input/date-field.tsx';
import { SelectField } from '../input/select-field.tsx';
import { TextArea } from '../input/text-area.tsx';

const OPTIONS = ['Brazil', 'France', 'India', 'Japan'].map((label) => ({ value: label.slice(0, 2), label }));
const WORDS = { day: 'Day', month: 'Month', year: 'Year' };
const SEARCH = { label: 'Search', none: 'Nothing found' };

/** Inputs in the states empty, filled and invalid. */
const InputsPreview = () => {
  const [country, setCountry] = useState('');
  const [date, setDate] = useState('1990-02-28');
  const [text, setText] = useState('');
  return (
    <>
      <SelectField
        label="Country"
        options={OPTIONS}
        value={country}
        onChange={setCountry}
        placeholder="Choose"
        search={SEARCH}
      />
      <SelectField
        label="Country"
        options={OPTIONS}
        value="Fr"
        onChange={setCountry}
        placeholder="Choose"
        search={SEARCH}
        error="Choose another."
      />
      <DateField
        label="Birthday"
        value={date}
        onChange={setDate}
        from={1900}
        to={2010}
        words={WORDS}
        hint="Only your age is shown."
      />
      <DateField
        label="Birthday"
        value=""
        onChange={setDate}
        from={1900}
        to={2010}
        words={WORDS}
        error="Choose a day."
      />
      <TextArea label="About" value={text} max={60} onChange={(event) => setText(event.target.value)} />
      <TextArea label="About" value="Too long" max={4} error="That is too long." readOnly />
    </>
  );
};
export default InputsPreview;
