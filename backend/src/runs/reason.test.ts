import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AiError } from '../ai/ai.js';
import { failureReason } from './reason.js';

describe('the reason why something was not generated', () => {
  const logger = new Logger('Test');
  const work = { failureText: 'The caption of a.jpg could not be written', where: 'image 1, run 2', logger };
  afterEach(() => void jest.restoreAllMocks());

  it('is logged with the ids and the technical reason', () => {
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const error = new AiError('The AI provider refused the request.', { detail: 'Check OPENAI_API_KEY.' });
    expect(failureReason(error, work)).toEqual({
      code: 'AI_FAILED',
      message: 'The AI provider refused the request.',
      detail: 'Check OPENAI_API_KEY.',
    });
    expect(warn.mock.calls).toEqual([
      ['The caption of a.jpg could not be written (image 1, run 2): Check OPENAI_API_KEY.'],
    ]);
  });

  it('is not logged when the sentence for staff says all', () => {
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const error = new AiError('Enter the services.', { code: 'NOTHING_TO_WRITE' });
    expect(failureReason(error, work)).toEqual({
      code: 'NOTHING_TO_WRITE',
      message: 'Enter the services.',
      detail: '',
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('is logged with its stack when it was not expected, and staff read a sentence', () => {
    const error = jest.spyOn(logger, 'error').mockImplementation(() => undefined);
    expect(failureReason(new TypeError('x is undefined'), work)).toEqual({
      code: 'INTERNAL_ERROR',
      message: 'The caption of a.jpg could not be written, because something went wrong on our side.',
      detail: '',
    });
    expect(error.mock.calls[0]![0]).toMatch(/^The caption of a\.jpg .*\(image 1, run 2\): TypeError: x is undefined\n/);
  });
});
