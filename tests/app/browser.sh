#!/usr/bin/env bash
# The page of the live view in a real browser.   browser.sh PROGRAM SOURCES CHROMIUM
# shellcheck disable=SC2154,SC1091  # of helper.sh
source "$(dirname "${BASH_SOURCE[0]}")/helper.sh" "$1"
cp "$2"/web/test/* "$2"/web/.npmrc .
npm ci --prefer-offline >npm.txt 2>&1 || fault "npm cannot fetch the driver of the browser: $(tail -5 npm.txt)"
node browser.mjs "$1" "$2/cases" "$3" "$scratch/pictures" || fault "the page in the browser"
ended
