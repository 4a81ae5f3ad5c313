// Reads the answers of contacts from Rollcall's event log, applies each to the clinic's own data, and acknowledges it.
// .NET Framework 4.7, .NET 8 or Mono, without packages. With Mono:
//   mcs -r:System.Net.Http -r:System.Runtime.Serialization Follow.cs
//   ROLLCALL=http://127.0.0.1:8080 TOKEN=rc_… ENTITY=clinica-lisboa DATA=appointments.json mono Follow.exe
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Threading;

[DataContract] class Record { [DataMember] public string action; [DataMember] public string external_id; }
[DataContract] class Event { [DataMember] public long sequence; [DataMember] public Record record; }
[DataContract] class Failure { [DataMember(Name = "event")] public Event failed; }
[DataContract] class Outcome
{
    [DataMember] public long sequence;
    [DataMember] public string outcome = "applied";
    [DataMember(EmitDefaultValue = false)] public string reason;
}

/// The clinic's data, here one file. It has the position in the log, too: both change together, or not at all.
[DataContract] class Data
{
    [DataMember] public long position;
    [DataMember] public Dictionary<string, string> appointments = new Dictionary<string, string>();
}

static class Follow
{
    static readonly string entity = Environment.GetEnvironmentVariable("ENTITY");
    static readonly string path = Environment.GetEnvironmentVariable("DATA") ?? "appointments.json";
    static readonly string failures = "/v1/acknowledgements/" + entity + "?outcome=failed&resent=true&source=self";
    static readonly HttpClient client = new HttpClient
    {
        BaseAddress = new Uri(Environment.GetEnvironmentVariable("ROLLCALL")),
        Timeout = TimeSpan.FromSeconds(60),
    };

    /// Replace this by your system. Staff read the message of an exception, under "Not applied by your system".
    static void Apply(Event one, Data data)
    {
        var id = one.record.external_id;
        if (!data.appointments.ContainsKey(id)) throw new Exception("There is no appointment " + id + ".");
        data.appointments[id] = one.record.action;
        Console.WriteLine(id + ": " + one.record.action);
    }

    static void Main()
    {
        client.DefaultRequestHeaders.Authorization =
            new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("TOKEN"));
        while (true)
        {
            // Staff have these sent again, after they have corrected the cause.
            var resent = Body<Failure[]>(Request(failures, null));
            var since = "/v1/events/" + entity + "/since/" + ReadData().position;
            var page = Request(since + "?kind=action&wait=" + (resent.Length > 0 ? 0 : 30), null);
            var events = resent.Select(one => one.failed).Concat(Body<Event[]>(page));
            var data = ReadData();
            var outcomes = events.Select(one => Try(one, data)).ToArray();
            if (outcomes.Length > 0) Request("/v1/acknowledgements/" + entity, Write(outcomes));
            data.position = long.Parse(page.Headers.GetValues("Rollcall-Sequence").Single());
            File.WriteAllBytes(path + ".new", Write(data));
            if (File.Exists(path)) File.Replace(path + ".new", path, null);
            else File.Move(path + ".new", path);
        }
    }

    /// Reads the data anew before each change: staff may have corrected it.
    static Data ReadData()
    {
        return File.Exists(path) ? Read<Data>(File.ReadAllBytes(path)) : new Data();
    }

    static Outcome Try(Event one, Data data)
    {
        var outcome = new Outcome { sequence = one.sequence };
        try { Apply(one, data); }
        catch (Exception error)
        {
            outcome.outcome = "failed";
            outcome.reason = error.Message.Substring(0, Math.Min(500, error.Message.Length));
        }
        return outcome;
    }

    /// Repeats a request until the service is available.
    static HttpResponseMessage Request(string address, byte[] body)
    {
        while (true)
        {
            var wait = TimeSpan.FromSeconds(5);
            try
            {
                var response = body == null ? client.GetAsync(address).Result : client.PostAsync(address, Json(body)).Result;
                if (response.IsSuccessStatusCode) return response;
                var status = (int)response.StatusCode;
                if (status < 500 && status != 429)
                {
                    Console.Error.WriteLine(status + " " + response.Content.ReadAsStringAsync().Result);
                    Environment.Exit(1);
                }
                if (response.Headers.RetryAfter != null) wait = response.Headers.RetryAfter.Delta ?? wait;
            }
            catch (AggregateException) { /* There is no connection yet, or no response in time. */ }
            Thread.Sleep(wait);
        }
    }

    static ByteArrayContent Json(byte[] body)
    {
        var content = new ByteArrayContent(body);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        return content;
    }

    static readonly DataContractJsonSerializerSettings settings =
        new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };

    static T Body<T>(HttpResponseMessage response)
    {
        return Read<T>(response.Content.ReadAsByteArrayAsync().Result);
    }

    static T Read<T>(byte[] json)
    {
        return (T)new DataContractJsonSerializer(typeof(T), settings).ReadObject(new MemoryStream(json));
    }

    static byte[] Write<T>(T value)
    {
        var stream = new MemoryStream();
        new DataContractJsonSerializer(typeof(T), settings).WriteObject(stream, value);
        return stream.ToArray();
    }
}
